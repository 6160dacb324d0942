import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pin, switchOff } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
let file: string
const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' }, ...args)
const write = (...lines: string[]) => writeFileSync(file, `${lines.join('\n')}\n`)
const v1 = `1.0.0-${build(0)}`

beforeEach(() => {
  file = join(temporaryFolder(), 'pins.yaml')
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
  putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })
})

it('what is exported is planned as nothing to do, and applied without a release', async () => {
  const { out } = await release('export')
  expect(out).toMatch(
    new RegExp(
      `\nschema: 1\nshell: ${v1}\nremotes:\n {2}drivers: ${v1}\n {2}users: ${v1}\nsettings: \\{\\}\nreachesPage: \\[\\]\n$`,
    ),
  )
  writeFileSync(file, out)
  expect(await release('plan', file, '--offline')).toMatchObject({
    code: 0,
    out: 'release 1 has these pins; nothing to do\n',
  })
  expect(JSON.parse((await release('plan', file, '--offline', '--json')).out)).toEqual({
    live: 1,
    release: 1,
    changes: false,
  })
  expect((await release('apply', file, '--offline', '--reason', 'x', '--expect', '1')).code).toBe(0)
  expect(store.releaseNumbers()).toEqual([1])
  expect(JSON.parse((await release('export', '--json')).out)).toEqual({
    schema: 1,
    shell: v1,
    remotes: { drivers: v1, users: v1 },
    settings: {},
    reachesPage: [],
  })
})

it('a plan says the difference and every check and writes nothing; apply does just that, once', async () => {
  write('schema: 1', 'shell: 1.0.0', 'remotes:', '  drivers: 1.1.0', 'settings: {}')
  const log = readFileSync(join(store.folder, 'log.jsonl'), 'utf8')
  const plan = await release('plan', file, '--offline')
  expect(plan.code).toBe(0)
  expect(plan.out).toMatch(
    /^release 1 → 2\ndrivers: 1\.0\.0-0+ → 1\.1\.0-1+[^]*users: 1\.0\.0-0+ → none[^]*drivers +files +ok/,
  )
  expect(JSON.parse((await release('plan', file, '--offline', '--json')).out)).toMatchObject({
    live: 1,
    changes: true,
    dryRun: true,
  })
  expect(readFileSync(join(store.folder, 'log.jsonl'), 'utf8')).toBe(log)

  const apply = ['apply', file, '--offline', '--reason', 'as in git', '--expect', '1']
  expect((await release(...apply)).out).toMatch(/^release 2 is live: as in git/)
  expect(Object.keys(store.live()?.remotes ?? {})).toEqual(['drivers'])
  expect(await release(...apply)).toMatchObject({
    code: 1,
    err: expect.stringContaining('release 2 is live, not 1') as string,
  })
})

it('what a check refuses ends the plan with 1, by part and check', async () => {
  const shared = { react: '^18.0.0' }
  putRemote(store, 'drivers', {
    version: '2.0.0',
    build: build(2),
    requires: { shell: '^1.0.0', mfRuntime: '^2.9.2', shared, backend: [] },
  })
  write('schema: 1', 'shell: 1.0.0', 'remotes:', '  drivers: 2.0.0', '  users: 1.0.0', 'settings: {}')
  expect(await release('plan', file, '--offline')).toMatchObject({
    code: 1,
    err: 'release: drivers, shared ranges: needs react ^18.0.0, the shell provides 19.3.1\n',
  })
  write('schema: 1', 'shell: 1.0.0', 'remotes:', '  drivers: 3.0.0', '  users: 1.0.0', 'settings: {}')
  expect((await release('plan', file, '--offline')).err).toMatch(/^release: drivers@3\.0\.0 is not published; there is/)
})

it('what is off stays off, and a part that stays keeps its address', async () => {
  switchOff(store, 'drivers', 'Back at noon', mara)
  store.putOrigins({ users: 'http://users.elsewhere.test' })
  write('schema: 1', 'shell: 1.0.0', 'remotes:', '  drivers: 1.1.0', '  users: 1.0.0', 'settings: {}')
  expect((await release('apply', file, '--offline', '--reason', 'x')).code).toBe(0)
  expect(store.live()).toMatchObject({
    off: { drivers: { message: 'Back at noon' } },
    remotes: { users: { url: `http://localhost:3002/${v1}/` } },
  })
})

it('a remote that may reach the page stands in the plan, in what is live, and in the log; no longer named, it may no more', async () => {
  const lines = ['schema: 1', 'shell: 1.0.0', 'remotes:', '  drivers: 1.0.0', '  users: 1.0.0', 'settings: {}']
  write(...lines, 'reachesPage: [drivers]')
  const plan = await release('plan', file, '--offline')
  expect(plan).toMatchObject({
    code: 0,
    out: expect.stringContaining('drivers: may reach the page from now on\n') as string,
  })
  expect((await release('apply', file, '--offline', '--reason', 'a map')).code).toBe(0)
  expect((await release('status')).out).toContain('drivers may reach the page\n')
  expect((await release('log')).out).toContain('drivers: none → reaches the page\n')
  write(...lines)
  expect((await release('plan', file, '--offline')).out).toContain('drivers: may reach the page no more\n')
  write(...lines, 'reachesPage: [depots]')
  expect((await release('plan', file, '--offline')).err).toContain(
    ':7: reachesPage.depots: is no remote of this manifest',
  )
})

describe('a file that is no manifest is refused with line and key', () => {
  it.each<[name: string, lines: string[], reasons: string[]]>([
    ['broken YAML', ['schema: 1', 'remotes: [', 'shell: 1.0.0'], [':3: ']],
    [
      'a key twice',
      ['schema: 1', 'shell: 1.0.0', 'shell: 1.1.0', 'remotes: {}', 'settings: {}'],
      [':3: Map keys must be unique'],
    ],
    [
      'an unknown key',
      ['schema: 1', 'shell: 1.0.0', 'remotes: {}', 'settings: {}', 'off:', '  a: b'],
      [':6: off: is not a key of a manifest'],
    ],
    ['no shell', ['schema: 1', 'remotes: {}', 'settings: {}'], [':1: shell: must be a version']],
    [
      'a number and a range',
      ['schema: 1', 'shell: 1.0', 'remotes:', '  drivers: ^1.0.0', '  Users: 1.0.0', 'settings: {}'],
      [':2: shell: must be a version', ':4: remotes.drivers: must be a version', ':5: remotes.Users: '],
    ],
    ['no settings', ['schema: 1', 'shell: 1.0.0', 'remotes: {}'], [':1: settings: is missing; {} sets nothing']],
    ['another schema', ['schema: 2', 'shell: 1.0.0', 'remotes: {}', 'settings: {}'], [':1: schema: must be 1']],
    ['a list', ['- shell'], [':1: the whole file: ']],
    ['nothing', [''], [':1: the whole file: ']],
    ['a tag', ['schema: 1', 'shell: !run 1.0.0', 'remotes: {}', 'settings: {}'], [':2: Unresolved tag: !run']],
    ['two documents', ['schema: 1', '---', 'schema: 1'], [':2: Source contains multiple documents']],
  ])('%s', async (_, lines, reasons) => {
    write(...lines)
    const { code, err, out } = await release('plan', file, '--offline')
    expect([code, out]).toEqual([1, ''])
    for (const reason of reasons) expect(err).toContain(`${file}${reason}`)
    expect(err.trim().split('\n')).toHaveLength(reasons.length)
  })

  it('one that is not there', async () => {
    expect((await release('apply', file, '--offline', '--reason', 'x')).err).toBe(
      `release: ${file}: cannot be read (it is missing)\n`,
    )
  })
})
