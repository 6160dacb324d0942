import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { builtRemote, temporaryFolder } from '../../testing/built-part.ts'
import { failInPages } from '../../testing/page-reports.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, flipByte, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { holdWhenFailing } from '../canary/hold.ts'
import { holdOf, requireCanary, runningCanary } from '../canary/running-canary.ts'
import { makeReleaseKey, readPublicKey } from '../keys/release-key.ts'
import { abortCanary, planCanary } from '../plan/canary.ts'
import { pinsOf, planManifest } from '../plan/manifest.ts'
import { readManifest } from '../plan/manifest-file.ts'
import { findArtifact } from '../store/find-artifact.ts'
import type { ReleaseStore } from '../store/store.ts'
import { commit, tryToCommit } from './commit.ts'
import { pin, rollback, switchOff } from './plan-and-commit.ts'

let store: ReleaseStore
let env: NodeJS.ProcessEnv
const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara', ...env }, ...args)
const pinDrivers = () => release('pin', 'drivers@1.1.0', '--offline', '--reason', 'x')
const apply = (file: string, base: string) => release('apply', file, '--base', base, '--offline', '--reason', 'x')
function manifest(remotes: string, canary?: string) {
  const file = join(temporaryFolder(), 'pins.yaml')
  const lines = [
    'schema: 1',
    'shell: 1.0.0',
    'settings: {}',
    `remotes: { ${remotes} }`,
    canary && `canary: { ${canary} }`,
  ]
  writeFileSync(file, lines.filter(Boolean).join('\n'))
  return file
}
const [of5, of50] = ['percent: 5, remotes: { drivers: 1.1.0 }', 'percent: 50, remotes: { drivers: 1.1.0 }']

beforeEach(() => {
  env = {}
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
  for (const name of ['drivers', 'users']) putRemote(store, name, { version: '1.1.0', build: build(1) })
})

/** A canary of drivers 1.1.0 that six page loads put on hold. */
function startHeld() {
  const { number } = commit(store, planCanary(store, [findArtifact(store, 'drivers@1.1.0')], 5, mara))
  const failure = { remote: 'drivers', version: `1.1.0-${build(1)}`, phase: 'mount', message: 'x' } as const
  failInPages(store.state.failures, { release: number, ...failure }, 6)
  expect(holdWhenFailing(store)).not.toBeNull()
  return number
}

it('a merge about something else, or of another share, gives the canary to nobody again', async () => {
  startHeld()
  const base = manifest('drivers: 1.0.0, users: 1.0.0', of5)
  const hold = expect.stringMatching(/on hold since .*canary percent/) as string
  expect(await apply(manifest('drivers: 1.0.0, users: 1.1.0', of5), base)).toMatchObject({ code: 1, err: hold })
  expect(await apply(manifest('drivers: 1.0.0, users: 1.0.0', of50), base)).toMatchObject({ code: 1, err: hold })
  expect(holdOf(store, requireCanary(store))).not.toBeNull()
  expect((await apply(manifest('drivers: 1.0.0, users: 1.1.0'), base)).code).toBe(0)
})

it.each<[string, () => unknown]>([
  ['where what origins write cannot be read', () => (env.ORIGIN_STATE = join(temporaryFolder(), 'none'))],
  ['when the file of the canary was altered', () => flipByte(store.filesOf(requireCanary(store).number)[0], 40)],
  ['when another release ended the canary', () => switchOff(store, 'users', 'Back at noon', mara)],
])('a held version is pinned by nobody, also %s', async (_, act) => {
  startHeld()
  act()
  expect((await pinDrivers()).code).toBe(1)
  expect(store.live()?.remotes.drivers?.descriptor.version).toBe('1.0.0')
})

it('once it was aborted, or begun anew, it may be pinned', async () => {
  startHeld()
  abortCanary(store, mara)
  expect((await pinDrivers()).code).toBe(0)
})

it('a canary that is aborted between plan and commit of a manifest stays aborted', () => {
  commit(store, planCanary(store, [findArtifact(store, 'drivers@1.1.0')], 5, mara))
  const wanted = readManifest(manifest('drivers: 1.0.0, users: 1.1.0', of5))
  const plan = planManifest(
    store,
    pinsOf(wanted).map((one) => findArtifact(store, one)),
    wanted,
    mara,
  )
  abortCanary(store, mara)
  expect(() => plan && tryToCommit(store, plan)).toThrow('is no canary any more')
  expect(runningCanary(store)).toBeNull()
})

it('a key that no origin accepts imports no build and logs nothing', async () => {
  const team = temporaryFolder()
  await release('publish', builtRemote('drivers', { version: '2.0.0', build: build(2) }), '--store', team)
  store.putStores({ drivers: team })
  env = { RELEASE_KEY: join(temporaryFolder(), 'key.pem'), RELEASE_PUBLIC_KEYS: readPublicKey(store.keyFile) }
  makeReleaseKey(env.RELEASE_KEY ?? '')
  const log = () => readFileSync(join(store.folder, 'log.jsonl'), 'utf8')
  const before = log()
  expect((await release('pin', 'drivers@2.0.0', '--offline', '--reason', 'x')).code).toBe(1)
  expect([log(), store.artifacts('drivers').length]).toEqual([before, 2])
})

it('remotes of a manifest are no shell: one of that name would put a canary’s version into what is live', async () => {
  const file = manifest(
    'shell: 1.0.0, drivers: 1.0.0, users: 1.0.0',
    'percent: 5, remotes: { drivers: 1.1.0, users: 1.1.0 }',
  )
  expect((await release('apply', file, '--offline', '--reason', 'x')).err).toContain('remotes.shell: is no remote')
})

it('to go back twice is to go further back, and never to what the first rollback left', () => {
  for (const digit of [1, 2])
    pin(store, [putRemote(store, 'drivers', { version: `1.${digit}.0`, build: build(digit) })], mara)
  const version = () => store.live()?.remotes.drivers?.descriptor.version
  rollback(store, undefined, mara, ['drivers'])
  expect(version()).toBe('1.1.0')
  switchOff(store, 'users', 'Back at noon', mara)
  rollback(store, undefined, mara, ['drivers'])
  expect(version()).toBe('1.0.0')
  expect(() => rollback(store, undefined, mara, ['drivers'])).toThrow('version unchanged')
  expect(() => rollback(store, undefined, mara, ['constructor'])).toThrow('no release has "constructor"')
})

it('what goes back is at the address that its part has today, and so are fallbacks', () => {
  pin(store, [findArtifact(store, 'drivers@1.1.0')], mara)
  store.putOrigins({ drivers: 'http://drivers.elsewhere.test' })
  pin(store, [findArtifact(store, 'drivers@1.1.0')], mara)
  expect(store.live()?.fallbacks.drivers).toMatchObject({ url: `http://drivers.elsewhere.test/1.0.0-${build(0)}/` })
  rollback(store, undefined, mara, ['drivers'])
  expect(store.live()?.remotes.drivers?.url).toBe(`http://drivers.elsewhere.test/1.0.0-${build(0)}/`)
})
