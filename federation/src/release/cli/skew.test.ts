import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Descriptor } from '../../schema/index.ts'
import { temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { triedPair } from '../../testing/tried-pair.ts'
import { readLog } from '../audit/log.ts'
import { pin } from '../commit/plan-and-commit.ts'
import type { TriedPair } from '../skew/skew-report.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
let shell: Descriptor
let newer: Descriptor
let manifest: string

const release = (...args: string[]) =>
  releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara', NODE_ENV: '' }, ...args)
const inProduction = (...args: string[]) =>
  releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara', NODE_ENV: 'production' }, ...args)
const why = ['--reason', 'faster', '--offline']

function written(report: unknown): string {
  const file = join(temporaryFolder(), 'skew.json')
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report))
  return file
}
const reportOf = (...pairs: object[]) => written({ schema: 1, pairs })

beforeEach(() => {
  store = storeOfThree()
  shell = putShell(store)
  pin(store, [shell, putRemote(store, 'drivers')], mara)
  newer = putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })
  manifest = join(temporaryFolder(), 'pins.yaml')
  writeFileSync(manifest, 'schema: 1\nshell: 1.0.0\nremotes:\n  drivers: 1.1.0\nsettings: {}\n')
})

it('plan, apply, pin and canary start refuse what a report saw fail, and go on with what it found right', async () => {
  const failed = ['--skew', reportOf(triedPair(shell, newer, 'it threw'))]
  for (const act of [
    ['plan', manifest, '--offline'],
    ['apply', manifest, ...why],
    ['pin', 'drivers@1.1.0', ...why],
    ['canary', 'start', 'drivers@1.1.0', '--percent', '5', ...why],
  ])
    expect(await release(...act, ...failed)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^release: drivers, skew: .* failed "smoke: its screens": it threw\n$/) as string,
    })
  expect(store.releaseNumbers()).toEqual([1])
  const good = ['--skew', reportOf(triedPair(shell, newer))]
  expect((await release('plan', manifest, '--offline', ...good)).out).toMatch(/drivers +skew +ok/)
  expect((await release('apply', manifest, ...why, ...good)).code).toBe(0)
})

describe('in production', () => {
  it('apply asks for a report or for a reason, which the log keeps; plan, pin and rollback do not', async () => {
    expect(await inProduction('plan', manifest, '--offline')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/drivers +skew +skipped +no report of npm run skew names drivers@1\.1\.0/) as string,
    })
    expect(await inProduction('apply', manifest, ...why)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^release: drivers, skew: no report of npm run skew names drivers@1\.1\.0.*; production asks for --skew REPORT or --without-skew REASON\n$/,
      ) as string,
    })
    expect((await inProduction('apply', manifest, ...why, '--without-skew', 'the browser is broken')).code).toBe(0)
    expect(readLog(store).entries.at(-1)?.reason).toBe('faster; without a skew report: the browser is broken')
    expect((await inProduction('rollback', '--reason', 'slower')).code).toBe(0)
    expect((await inProduction('pin', 'drivers@1.1.0', ...why)).code).toBe(0)
  })

  it('a report is enough, though it does not name the pair', async () => {
    const users = putRemote(store, 'users')
    expect((await inProduction('apply', manifest, ...why, '--skew', reportOf(triedPair(shell, users)))).code).toBe(0)
  })

  it('a first release and one that brings nothing new together need none', async () => {
    const first = storeOfThree()
    putShell(first)
    putRemote(first, 'drivers', { version: '1.1.0', build: build(1) })
    const env = { DATA_DIR: first.folder, NODE_ENV: 'production' }
    expect((await releaseWith(env, 'apply', manifest, ...why)).code).toBe(0)
    writeFileSync(manifest, 'schema: 1\nshell: 1.0.0\nremotes: {}\nsettings: {}\n')
    expect((await releaseWith(env, 'apply', manifest, '--remove-all', ...why)).code).toBe(0)
  })

  it('a report and a reason to go without one exclude each other', async () => {
    const { code, err } = await inProduction(
      'apply',
      manifest,
      ...why,
      '--skew',
      reportOf(triedPair(shell, newer)),
      '--without-skew',
      'x',
    )
    expect([code, err]).toEqual([2, expect.stringContaining("'--without-skew <reason>' cannot be used with")])
  })
})

describe('a report that is none is refused with its file and key', () => {
  it.each<[string, (one: TriedPair) => unknown, string]>([
    ['no JSON', () => 'ok', ': is not JSON'],
    ['no pair', () => ({ schema: 1, pairs: [] }), ': pairs: '],
    ['another schema', (one) => ({ schema: 2, pairs: [one] }), ': schema: '],
    [
      'a result of ok with failures',
      (one) => ({ schema: 1, pairs: [{ ...one, result: 'ok' }] }),
      ': pairs.0.failures: must be empty when the result is ok',
    ],
    ['no test that ran', (one) => ({ schema: 1, pairs: [{ ...one, tests: [] }] }), ': pairs.0.tests: '],
    [
      'no hash of a descriptor',
      ({ remote: { part, artifact }, ...one }) => ({ schema: 1, pairs: [{ ...one, remote: { part, artifact } }] }),
      ': pairs.0.remote.descriptor: ',
    ],
    [
      'another shell',
      ({ shell: of, ...one }) => ({ schema: 1, pairs: [{ ...one, shell: { ...of, part: 'users' } }] }),
      ': pairs.0.shell.part: ',
    ],
  ])('%s', async (_, change, reason) => {
    const file = written(change(triedPair(shell, newer, 'it threw')))
    const { code, err } = await release('pin', 'drivers@1.1.0', ...why, '--skew', file)
    expect([code, err]).toEqual([1, expect.stringContaining(`release: ${file}${reason}`)])
  })
})
