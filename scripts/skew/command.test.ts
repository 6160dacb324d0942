import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../workspace/parts.ts'
import { parseOptions } from './command.ts'

it('the skew command takes pins or a manifest, an API, ports and a file', () => {
  expect(parseOptions([])).toEqual({
    help: false,
    pins: [],
    api: undefined,
    port: undefined,
    manifest: undefined,
    report: undefined,
    dryRun: false,
  })
  expect(
    parseOptions([
      'shell@1.1.0',
      'drivers@1.3.0-0a1b2c3d4e5f',
      '--api',
      'http://staging.test:4000/',
      '--port',
      '3100',
      '--report',
      'found.json',
      '--dry-run',
    ]),
  ).toEqual({
    help: false,
    pins: ['shell@1.1.0', 'drivers@1.3.0-0a1b2c3d4e5f'],
    api: 'http://staging.test:4000',
    port: 3100,
    manifest: undefined,
    report: 'found.json',
    dryRun: true,
  })
  expect(parseOptions(['--manifest', 'pins.yaml'])).toMatchObject({ pins: [], manifest: 'pins.yaml' })
})

it.each([
  [['drivers'], /"drivers" is not a pin/],
  [['--api', 'staging'], /--api: "staging" is not an http\(s\) address/],
  [['--api', 'ftp://staging'], /--api: "ftp:\/\/staging" is not/],
  [['--port', 'many'], /--port: "many" is not a port/],
  [['--port', '65530'], /--port: "65530" is not a port from 1 to 65500/],
  [['--report', 'no-such-folder/found.json'], /--report: "no-such-folder\/found\.json" cannot be written: ENOENT/],
  [['--manifest', 'pins.yaml', 'drivers@1.3.0'], /--manifest: .*leave drivers@1\.3\.0 away/],
  [['--report', '.'], /--report: "\." cannot be written: it is a folder/],
  [['--dance'], /--dance/],
])('%s is not understood', (args, reason) => {
  expect(() => parseOptions(args)).toThrow(reason)
})

it('an installation that is not there is named, and not made', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'interline-skew-')), 'mistyped')
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), 'skew', '--dry-run'], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: folder },
  })
  expect(stderr).toMatch(`skew: there is no installation at ${folder}`)
  expect(stderr).toMatch('DATA_DIR')
  expect(status).toBe(1)
  expect(existsSync(folder)).toBe(false)
}, 30_000)
