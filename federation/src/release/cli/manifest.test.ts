import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { readLog } from '../audit/log.ts'
import { runningCanary } from '../canary/running-canary.ts'
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
      `\nschema: 1\nshell: ${v1}\nremotes:\n {2}drivers: ${v1}\n {2}users: ${v1}\nsettings: \\{\\}\nreachesPage: \\[\\]\noff: \\{\\}\n$`,
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
    off: {},
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
    err: expect.stringMatching(
      /^release: drivers, shared ranges: needs react \^18\.0\.0, the shell provides 19\.3\.1\nrelease: shared ranges: pin a shell that fits too, .*\n$/,
    ) as string,
  })
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

const parts = ['schema: 1', 'shell: 1.0.0', 'remotes:', '  drivers: 1.0.0', '  users: 1.0.0', 'settings: {}']
const apply = (...more: string[]) => release('apply', file, '--offline', '--reason', 'as in git', ...more)
/** Writes the manifest that a change was made from beside the one that it makes. */
function before(...lines: string[]): [flag: string, file: string] {
  const base = `${file}.before`
  writeFileSync(base, `${lines.join('\n')}\n`)
  return ['--base', base]
}

describe('what is off', () => {
  const off = () => store.live()?.off ?? {}

  it('goes off by its message, stays off where the file is silent, and is on again by false that is new', async () => {
    write(...parts, 'off: { drivers: "Back at noon" }')
    expect((await apply()).out).toContain('drivers: off: Back at noon\n')
    write(...parts)
    expect((await apply()).out).toBe('release 2 has these pins; nothing to do\ndrivers is off and stays off\n')
    write(...parts, 'off: { drivers: false }')
    expect((await apply()).err).toMatch(
      /^release: off\.drivers is false, and drivers is off\. Say what .*--base BEFORE/,
    )
    const unchanged = before(...parts, 'off: { drivers: false }')
    expect((await apply(...unchanged)).out).toBe(
      'release 2 has these pins; nothing to do\ndrivers is off and stays off\n',
    )
    expect(off()).toEqual({ drivers: { message: 'Back at noon' } })
    expect((await apply(...before(...parts))).out).toContain('drivers: on again (was off: Back at noon)\n')
    expect(off()).toEqual({})
    expect((await apply()).out).toBe('release 3 has these pins; nothing to do\n')
  })

  it('at night is no difference for a merge that knows nothing of it, and is not undone by it', async () => {
    await release('off', 'drivers', '--message', 'Back at noon')
    write(...parts.map((line) => line.replace('drivers: 1.0.0', 'drivers: 1.1.0')))
    expect((await apply(...before(...parts))).code).toBe(0)
    expect(off()).toEqual({ drivers: { message: 'Back at noon' } })
  })

  it('is a difference where the file before had another message', async () => {
    await release('off', 'drivers', '--message', 'Back at noon')
    write(...parts.map((line) => line.replace('drivers: 1.0.0', 'drivers: 1.1.0')))
    expect(await apply(...before(...parts, 'off: { drivers: Soon }'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('off.drivers: Soon in the manifest before, Back at noon live') as string,
    })
  })
})

describe('the manifest that a change was made from', () => {
  const newer = parts.map((line) => line.replace('drivers: 1.0.0', 'drivers: 1.1.0'))

  it('is what is live, in versions or in builds: then the change is made, and done when it comes again', async () => {
    write(...newer)
    const first = before(...parts.map((line) => line.replace('users: 1.0.0', `users: ${v1}`)))
    expect((await release('plan', file, '--offline', ...first)).code).toBe(0)
    expect((await apply(...first)).out).toMatch(/^release 2 is live/)
    expect((await apply(...first)).out).toBe('release 2 has these pins; nothing to do\n')
  })

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'a version',
      () => release('pin', 'drivers@1.1.0', '--offline', '--reason', 'at night'),
      `remotes.drivers: 1.0.0 in the manifest before, 1.1.0-${build(1)} live`,
    ],
    [
      'a canary',
      () => release('canary', 'start', 'drivers@1.1.0', '--percent', '5', '--offline', '--reason', 'a look'),
      'canary.percent: nothing in the manifest before, 5 live',
    ],
  ])('is not what is live any more, by %s: the change is refused with the difference', async (_, act, difference) => {
    await act()
    write(...parts.filter((line) => !line.includes('users')))
    const text = await apply(...before(...parts))
    expect([text.code, text.err]).toEqual([1, expect.stringContaining(difference)])
    const json = JSON.parse((await apply(...before(...parts), '--json')).out) as { refused: object[] }
    expect(json.refused).toContainEqual({ check: 'base', reason: difference })
    expect(Object.keys(store.live()?.remotes ?? {})).toEqual(['drivers', 'users'])
  })

  it('is none the first time alone', async () => {
    write(...newer)
    expect((await apply('--base', 'none')).err).toContain(`shell: nothing in the manifest before, ${v1} live`)
    const empty = storeOfThree()
    for (const put of [putShell(empty), putRemote(empty, 'drivers'), putRemote(empty, 'users')]) void put
    store = empty
    write(...parts)
    expect((await apply('--base', 'none')).out).toMatch(/^release 1 is live/)
  })
})

describe('a canary of a manifest', () => {
  const canary = (percent: number) => [...parts, 'canary:', `  percent: ${percent}`, '  remotes: { drivers: 1.1.0 }']
  const running = () => runningCanary(store)?.release

  it('is planned, begins, gets another share for the same people, and ends', async () => {
    write(...canary(5))
    expect((await release('plan', file, '--offline')).out).toMatch(/^release 1 → 2\ndrivers: 1\.0\.0-0+ → 1\.1\.0-1+/)
    expect((await apply()).out).toMatch(/^release 2 is a canary for 5 % of the administrators: as in git\n/)
    expect((await apply()).out).toBe('release 1 has these pins; nothing to do\n')
    const salt = running()?.canary.salt
    expect((await release('export')).out).toContain(
      `canary:\n  percent: 5\n  remotes:\n    drivers: 1.1.0-${build(1)}\n`,
    )
    write(...canary(50))
    expect((await apply()).code).toBe(0)
    expect(running()?.canary).toEqual({ of: 1, percent: 50, salt })
    write(...parts)
    expect((await apply()).out).toMatch(/^release 4 is live: as in git\n[^]*the canary, release 3, has ended\n$/)
    expect(running()).toBeUndefined()
  })

  it('is of other versions: the one before ends', async () => {
    putRemote(store, 'users', { version: '1.1.0', build: build(1) })
    write(...canary(5))
    await apply()
    write(...parts, 'canary: { percent: 5, remotes: { users: 1.1.0 } }')
    expect((await apply()).code).toBe(0)
    expect(running()?.remotes).toMatchObject({
      drivers: { descriptor: { version: '1.0.0' } },
      users: { descriptor: { version: '1.1.0' } },
    })
  })

  it('comes with the release that it belongs to, also into an installation that has none', async () => {
    write(...canary(5))
    await apply()
    const salt = running()?.canary.salt
    write(...canary(5).map((line) => line.replace('settings: {}', 'settings: {}\nreachesPage: [users]')))
    expect((await release('plan', file, '--offline')).out).toMatch(
      /^release 1 → 3\nusers: may[^]*\nrelease 3 → 4\ndrivers/,
    )
    expect((await apply()).out).toMatch(/^release 3 is live[^]*release 4 is a canary for 5 %/)
    expect(running()).toMatchObject({ number: 4, previous: 3, canary: { of: 3, salt }, reachesPage: ['users'] })

    store = storeOfThree()
    for (const version of ['1.0.0', '1.1.0']) putRemote(store, 'drivers', { version, build: build(Number(version[2])) })
    for (const put of [putShell(store), putRemote(store, 'users')]) void put
    write(...canary(5))
    expect((await apply('--base', 'none')).code).toBe(0)
    expect([store.liveNumber(), running()?.number]).toEqual([1, 2])
    expect(readLog(store)).toMatchObject({ broken: null })
  })

  it('that a check refuses leaves nothing: the release beside it is not made either', async () => {
    putRemote(store, 'drivers', { version: '2.0.0', build: build(2), routes: ['/users'] })
    write(...parts, 'reachesPage: [users]', 'canary: { percent: 5, remotes: { drivers: 2.0.0 } }')
    expect((await apply()).err).toContain('users, routes: its route /users is taken by drivers')
    expect(store.releaseNumbers()).toEqual([1])
  })

  it('of what is live changes nothing, and is refused', async () => {
    write(...parts, 'canary: { percent: 5, remotes: { drivers: 1.0.0 } }')
    expect((await apply()).err).toMatch(/^release: canary: changes nothing; name a version/)
  })
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
      ['schema: 1', 'shell: 1.0.0', 'remotes: {}', 'settings: {}', 'pins:', '  a: b'],
      [':6: pins: is not a key of a manifest'],
    ],
    [
      'what is off without being there, and without a message',
      ['schema: 1', 'shell: 1.0.0', 'remotes:', '  drivers: 1.0.0', 'settings: {}', 'off: { a: b, drivers: true }'],
      [':6: off.drivers: must be a message of 1 to 300 characters, or false'],
    ],
    [
      'a canary of a share that is none',
      ['schema: 1', 'shell: 1.0.0', 'remotes: {}', 'settings: {}', 'canary: { percent: most, remotes: { a: 1 } }'],
      [':5: canary.percent: must be a number from 0 to 100', ':5: canary.remotes.a: must be a version'],
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
})

it.each<[string, string | null, RegExp]>([
  ['a key twice', '{"schema": 1, "schema": 1}', /Map keys must be unique|"schema" is there twice/],
  ['__proto__', '{"schema": 1, "__proto__": {}}', /__proto__/],
  ['10 MB', ' '.repeat(10_000_000), /has 10000000 bytes; it may have/],
  ['20,000 levels', '['.repeat(20_000) + ']'.repeat(20_000), /nested deeper|expected object/],
  ['a pipe', null, /cannot be read \(it is no regular file\)/],
])('%s is refused at once and in one line, as a manifest, a base and a skew report', async (_, content, reason) => {
  const [flag, good] = before(...parts)
  if (content === null) execFileSync('mkfifo', [file])
  else writeFileSync(file, content)
  for (const args of [[file], [good, flag, file], [good, '--skew', file]]) {
    const { code, err } = await release('plan', ...args, '--offline')
    expect([code, err]).toEqual([1, expect.stringMatching(/^.*\n$/)])
    expect(err).toMatch(reason)
  }
})

it('a manifest that takes out every remote has to say so', async () => {
  write('schema: 1', 'shell: 1.0.0', 'remotes: {}', 'settings: {}')
  for (const act of [
    ['plan', file],
    ['apply', file, '--reason', 'x'],
  ])
    expect(await release(...act, '--offline')).toMatchObject({
      code: 1,
      err: `release: ${file} takes out every remote: drivers, users. Name those that stay, or say --remove-all\n`,
    })
  expect((await apply('--remove-all')).code).toBe(0)
  expect(store.live()?.remotes).toEqual({})
  expect((await apply()).out).toBe('release 2 has these pins; nothing to do\n')
})
