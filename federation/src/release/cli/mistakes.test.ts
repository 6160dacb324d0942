import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { builtRemote, temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { makeReleaseKey, readPublicKey } from '../keys/release-key.ts'
import type { ReleaseStore } from '../store/store.ts'

let whole: ReleaseStore
let folder: string
let env: NodeJS.ProcessEnv
const release = (...args: string[]) => releaseWith({ DATA_DIR: folder, RELEASE_MANAGER: 'mara', ...env }, ...args)

/** Users and drivers 1.0.0 are live; drivers have more versions, one of them in two builds. */
beforeAll(() => {
  whole = storeOfThree()
  const settings = { days: { type: 'integer', default: 30, max: 90, description: 'how long' } } as const
  pin(whole, [putShell(whole), putRemote(whole, 'drivers', { settings }), putRemote(whole, 'users')], mara)
  const requires = { shell: '^9.0.0', mfRuntime: '^2.9.2', shared: {}, backend: [] }
  const more = [{}, {}, { requires }, { routes: ['/users'] }]
  for (const [index, one] of more.entries())
    putRemote(whole, 'drivers', { version: `1.${index + 1}.0`, build: build(index + 1), ...one })
  putRemote(whole, 'drivers', { version: '1.2.0', build: build(9) })
  putRemote(whole, 'depots')
})
beforeEach(() => {
  env = {}
  folder = temporaryFolder()
  cpSync(whole.folder, folder, { recursive: true })
})

const inside = (name: string) => join(folder, name)
const lose = (name: string) => () => rmSync(inside(name))
function file(content: string): string {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, content)
  return path
}
const manifest = (more: object) =>
  file(
    JSON.stringify({ schema: 1, shell: '1.0.0', remotes: { drivers: '1.0.0', users: '1.0.0' }, settings: {}, ...more }),
  )
const newKey = () => join(temporaryFolder(), 'key.pem')

/** The state that a mistake is made in. */
const states: Record<string, () => unknown> = {
  fine: () => undefined,
  frozen: () => release('freeze', '--reason', 'audit week'),
  off: () => release('off', 'drivers', '--message', 'noon'),
  canary: () => release(...'canary start drivers@1.1.0 --percent 5 --offline --reason x'.split(' ')),
  held: async () => {
    await states.canary?.()
    const held = { release: 2, at: new Date().toISOString(), reason: 'five failures' }
    writeFileSync(inside('origin-state/held.json'), JSON.stringify(held))
  },
  'nothing live': () => lose('live.json')() ?? lose('log.jsonl')(),
  'no installation': () => (env.DATA_DIR = '/none'),
  'no key': lose('release-key.pem'),
  'no key but text': () => (env.RELEASE_KEY = file('x')),
  'a key of no origin': () => {
    env = { RELEASE_PUBLIC_KEYS: readPublicKey(inside('release-key.pem')), RELEASE_KEY: newKey() }
    makeReleaseKey(env.RELEASE_KEY ?? '')
  },
  'live of another key': () => (env.RELEASE_PUBLIC_KEYS = makeReleaseKey(newKey())),
  'no public keys but text': () => (env.RELEASE_PUBLIC_KEYS = 'abc'),
  'a lost file': lose(`artifacts/drivers/1.1.0-${build(1)}/routes.1.js`),
  'a lost descriptor': lose(`artifacts/drivers/1.1.0-${build(1)}/remote.json`),
  'a lost live.json': lose('live.json'),
  'a lost signature': lose('releases/1.sig.json'),
}

/** The arguments that stand for more than one word. */
const words: Record<string, () => string[]> = {
  why: () => ['--reason', 'x'],
  BLANK: () => [' '],
  LINES: () => ['x\ny'],
  LONG: () => ['x'.repeat(501)],
  KEY: () => [inside('release-key.pem')],
  TEXT: () => [file('{}')],
  BEFORE: () => [manifest({ settings: { users: { a: 1 } } })],
  HOURS: () => [manifest({ settings: { drivers: { hours: 1 } } })],
  DAYS: () => [manifest({ settings: { drivers: { days: 99 } } })],
  FEWER: () => [manifest({ remotes: { users: '1.0.0' } })],
  OTHER_BYTES: () => [builtRemote('drivers')],
  OTHER_BUILD: () => [builtRemote('users', { build: build(9) })],
}

/** Command, the state before, exit code, what was wrong and what to do next. */
const mistakes = `
pin depoz@1.0.0 why | fine | 1 | nothing is published under "depoz"; there is: depots, drivers, shell, users
pin depots@9.0.0 why | fine | 1 | depots@9.0.0 is not published; there is: depots@1.0.0-0
pin drivers@1.2.0 why | fine | 1 | was built 2 times; say which: drivers@1.2.0-2
pin drivers why | fine | 2 | Write PART@VERSION, such as drivers@1.3.0
pin drivers@1.1.0 drivers@1.0.0 why --offline | fine | 1 | drivers is named twice; say which one version
pin drivers@1.1.0 | fine | 2 | '--reason <text>' not specified
pin drivers@1.1.0 --reason BLANK | fine | 2 | ' ' is invalid. It must say something
rollback --reason LINES | fine | 1 | "x\\u000ay" has a line break or a control character; write it in one line
rollback --reason LONG | fine | 1 | has 501 characters; it may have 500; shorten it
status | no installation | 1 | no installation at /none … Set DATA_DIR
pin drivers@1.1.0 why --offline | no key | 1 | release-key.pem: the key … is missing … "release init --key FILE" makes
pin drivers@1.1.0 why --offline | no key but text | 1 | is no Ed25519 key in PEM; RELEASE_KEY names … release init
pin drivers@1.1.0 why --offline | a key of no origin | 1 | key.pem: … none of RELEASE_PUBLIC_KEYS … Add it there
pin drivers@1.1.0 why --offline | live of another key | 1 | none of RELEASE_PUBLIC_KEYS … then resign it
status | no public keys but text | 1 | RELEASE_PUBLIC_KEYS: "abc" is no public key, as "release init" prints it
init --key KEY | fine | 1 | release-key.pem: is there already … name another file
pin drivers@1.1.0 why --offline | frozen | 1 | frozen by mara since … audit week … end it: release unfreeze
gc | frozen | 1 | frozen by mara since … end it: release unfreeze
freeze why --until 2027-02-30 | fine | 2 | It must be a day or a time, such as 2027-01-02
freeze why --until 2020-01-01 | fine | 1 | is past; say a later time
unfreeze why | fine | 1 | the releases are not frozen; there is nothing to end
pin drivers@1.1.0 why --offline --expect 7 | fine | 1 | release 1 is live, not 7; look at what it changed and try again
apply FEWER why --offline --base BEFORE | fine | 1 | not what the change was made from … release export prints
canary start drivers@1.1.0 why --percent 5 --offline | canary | 1 | is a canary already; promote or abort it first
canary start drivers@1.0.0 why --percent 5 --offline | fine | 1 | would change nothing; name a version that is not live
canary start drivers@1.1.0 why --percent 5 --offline | nothing live | 1 | cannot be a canary; make it by release pin
canary promote why | fine | 1 | no canary is running; begin one: release canary start
canary percent 101 why | fine | 2 | '101' is invalid … from 0 to 100, such as 5
canary start drivers@1.1.0 why | fine | 2 | '--percent <number>' not specified
canary promote why --offline | held | 1 | drivers, hold: … on hold since … (canary percent) or abort it
off drivers --message noon | off | 1 | drivers is off already and says this; … end it: release on drivers
off shell --message noon | fine | 1 | the shell cannot be switched off; roll it back instead
off depots --message noon | fine | 1 | release 1 has no "depots"; there is: drivers, users
off drivers | fine | 2 | '--message <text>' not specified
off drivers --message LONG | fine | 1 | the message has 501 characters; it must have 1 to 300
on users why | off | 1 | users is not off; what is off: drivers
pin drivers@1.1.0 why --offline | nothing live | 1 | the first release must pin the shell; name shell@VERSION too
status | nothing live | 1 | nothing is live yet; begin with release pin
rollback | nothing live | 1 | nothing is live yet; begin with release pin
off drivers --message noon | nothing live | 1 | nothing is live yet; begin with release pin
pin depots@1.0.0 why --offline | fine | 1 | is not known; say it: release part depots --origin URL
part depots --origin x | fine | 1 | "x" is not an http(s) origin, such as https:
part Depots | fine | 1 | "Depots" is not the name of a part: lower-case letters
apply HOURS why --offline | fine | 1 | has no setting hours, which is 1; take it out by a manifest
apply DAYS why --offline | fine | 1 | days is 99: it must be 90 or less
pin drivers@1.3.0 why --offline | fine | 1 | needs shell ^9.0.0, pinned is 1.0.0 … shell range: pin a shell that fits
pin drivers@1.4.0 why --offline | fine | 1 | its route /users is taken by drivers … routes: give one of the two another
pin drivers@1.1.0 why --offline | a lost file | 1 | routes.1.js is named … but missing … files: restore the file
pin drivers@1.1.0 why --offline | a lost descriptor | 1 | remote.json: cannot be read … restore it from a backup
pin drivers@1.1.0 why --offline | a lost live.json | 1 | live.json: is missing … write {"release": 1} into it
pin drivers@1.1.0 why --offline | a lost signature | 1 | 1.json: is not signed … restore it from a backup
pin drivers@1.1.0 why | fine | 1 | does not answer … http: see that the origin runs
rollback --to 99 | off | 1 | there is no release 99; the last are: 1, 2
rollback --to 2 | canary | 1 | release 2 was never live; pin its versions
rollback | fine | 1 | release 1 is the first; … pin other versions
rollback drivers | off | 1 | drivers: version unchanged … pin drivers@VERSION
rollback depots | off | 1 | no release has "depots"; there is: shell, drivers, users
rollback depots --to 1 | fine | 1 | has "depots"; there is: shell, drivers, users
publish nowhere | fine | 1 | nowhere/remote.json is missing. Name a part with its sources
publish OTHER_BYTES | fine | 1 | is published with other bytes … raise the version
publish OTHER_BUILD | fine | 1 | is published as build 000000000000; raise the version, or say --rebuild
plan none.yaml | fine | 1 | none.yaml: cannot be read (it is missing); "release export" writes a manifest
plan /tmp | fine | 1 | /tmp: cannot be read (it is a folder and no file); "release export" writes a manifest
pin drivers@1.1.0 why --skew TEXT | fine | 1 | schema: … "npm run skew -- --report FILE" writes a report
dance | fine | 2 | unknown command 'dance' … "release --help" says
gc --fast | fine | 2 | unknown option '--fast' … "release COMMAND --help"
gc --keep 0 | fine | 2 | '0' is invalid. It must be a whole number from 1
`
const rows = mistakes.trim().split('\n')
it.each(rows.map((row) => row.split(' | ')))(
  '%s (%s) ends with %s: %s',
  async (command = '', state, code, says = '') => {
    await states[state ?? '']?.()
    const written = () => readdirSync(folder, { recursive: true }).sort()
    const before = written()
    const found = await release(...command.split(' ').flatMap((word) => words[word]?.() ?? word))
    expect(found).toMatchObject({ code: Number(code), out: '' })
    let rest = found.err
    for (const piece of says.split(' … ')) {
      expect(rest).toContain(piece)
      rest = rest.slice(rest.indexOf(piece) + piece.length)
    }
    expect(written()).toEqual(before)
  },
)
