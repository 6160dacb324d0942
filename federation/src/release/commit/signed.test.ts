import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeReleaseKey, pin, publish, readPublicKey, ReleaseStore, rollback, switchOff } from '../index.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { builtShell, temporaryFolder } from '../../testing/built-part.ts'
import { putRemote, storeOfThree } from '../../testing/stored-parts.ts'
import { planResign } from '../plan/resign.ts'
import { commit } from './commit.ts'

const change = { reason: 'because', by: 'mara' }
let store: ReleaseStore

const file = (name: string) => join(store.folder, name)
const read = (name: string) => readFileSync(file(name), 'utf8')
const pinned = () => pin(store, [publish(store, builtShell()).descriptor], change)
const opened = (options: ConstructorParameters<typeof ReleaseStore>[1]) => new ReleaseStore(store.folder, options)
const release = (env: NodeJS.ProcessEnv, ...args: string[]) => releaseWith({ DATA_DIR: store.folder, ...env }, ...args)

beforeEach(() => {
  store = storeOfThree()
})

describe('a key', () => {
  it('is made in a file for its owner alone, which is never overwritten; its public half is printed', async () => {
    const key = join(temporaryFolder(), 'room/on-call.pem')
    const { code, out } = await release({}, 'init', '--key', key)
    expect([code, out]).toEqual([0, expect.stringContaining(`${readPublicKey(key)}\nis the public key of ${key}`)])
    expect(out).toContain('is there already')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(await release({}, 'init', '--key', key)).toMatchObject({
      code: 1,
      err: `release: ${key}: is there already; a key is never overwritten; name another file\n`,
    })
  })

  it('begins an installation with init, and with nothing else', async () => {
    const folder = join(temporaryFolder(), 'new')
    const key = join(temporaryFolder(), 'key.pem')
    for (const command of [
      ['publish', builtShell()],
      ['part', 'drivers', '--origin', 'http://localhost:3001'],
      ['pin', 'drivers@1.0.0', '--reason', 'x'],
      ['status'],
    ])
      expect(await releaseWith({ DATA_DIR: folder }, ...command)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/there is no installation at .*begin one: release init --key FILE/) as string,
      })
    expect((await releaseWith({ DATA_DIR: folder }, 'init', '--key', key, '--dry-run')).out).toContain('would begin')
    expect([existsSync(folder), existsSync(key)]).toEqual([false, false])
    expect((await releaseWith({ DATA_DIR: folder }, 'init', '--key', key)).code).toBe(0)
    expect((await releaseWith({ DATA_DIR: folder }, 'publish', builtShell())).code).toBe(0)
  })

  it('of the setting signs instead of that in the folder', () => {
    const key = join(temporaryFolder(), 'ci.pem')
    const publicKey = makeReleaseKey(key)
    pin(opened({ key }), [publish(store, builtShell()).descriptor], change)
    expect(store.liveSigned()?.signature.publicKey).toBe(publicKey)
  })
})

describe('a release', () => {
  it('is one line that names its number and the one before', () => {
    pinned()
    pinned()
    expect(read('releases/2.json')).not.toMatch(/[\n<]/)
    expect(read('releases/2.json')).toMatch(/^\{"schema":1,"number":2,"previous":1,/)
  })

  it('is refused for any byte that was changed, by file and key', () => {
    pinned()
    const text = read('releases/1.json')
    const publicKey = readPublicKey(store.keyFile)
    for (let at = 0; at < text.length; at += 7) {
      writeFileSync(
        file('releases/1.json'),
        text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1),
      )
      expect(() => store.readRelease(1), `byte ${at}`).toThrow(
        `${file('releases/1.json')}: is not what key ${publicKey} signed; it was altered`,
      )
    }
    writeFileSync(file('releases/1.json'), `${text}\n`)
    expect(() => store.live()).toThrow(/it was altered/)
  })

  it.each<[string, () => void, RegExp]>([
    [
      'without its signature',
      () => rmSync(file('releases/1.sig.json')),
      /1\.json: is not signed; .*1\.sig\.json is missing/,
    ],
    [
      'with a signature that is none',
      () => writeFileSync(file('releases/1.sig.json'), '{}'),
      /1\.sig\.json: publicKey/,
    ],
    ['under another number', () => renumbered(), /releases\/1\.json: holds release 2/],
  ])('is refused %s', (_, attack, reason) => {
    pinned()
    attack()
    expect(() => store.readRelease(1)).toThrow(reason)
    expect(() => rollback(store, 1, change)).toThrow(reason)
  })

  it('has a number above every other', () => {
    const first = pinned()
    pinned()
    expect(() => store.putRelease(first)).toThrow(/made by somebody else/)
    expect(() => store.putRelease({ ...first, number: 2 })).toThrow(/made by somebody else/)
  })

  it.each(['2016-11-29', '2036-11-29'])('is made whatever the clock says: %s', (day) => {
    pinned()
    vi.setSystemTime(day)
    try {
      expect(pinned().number).toBe(2)
      expect(commit(store, planResign(store, change)).number).toBe(3)
      putRemote(store, 'drivers')
      expect(pin(store, store.artifacts('drivers'), change).number).toBe(4)
      expect(switchOff(store, 'drivers', 'Back at noon', change).number).toBe(5)
    } finally {
      vi.useRealTimers()
    }
  })
})

function renumbered() {
  pinned()
  for (const kind of ['json', 'sig.json']) writeFileSync(file(`releases/1.${kind}`), read(`releases/2.${kind}`))
}

describe('a live release that nobody is served, since another key signed it', () => {
  const ours = () => ({ RELEASE_PUBLIC_KEYS: readPublicKey(store.keyFile) })
  /** A release that somebody makes with a key that leaked and was removed. */
  function pinWithOther() {
    const key = join(temporaryFolder(), 'other.pem')
    makeReleaseKey(key)
    putRemote(store, 'drivers')
    pin(opened({ key }), store.artifacts('drivers'), change)
  }

  it('is planned upon by resign, and by a rollback to a release that is named, alone', async () => {
    pinned()
    pinWithOther()
    const env = ours()
    const refused = expect.stringMatching(
      /release 2 is live and signed by \S{44}, which is none of RELEASE_PUBLIC_KEYS: origins do not serve it/,
    ) as string
    for (const command of [
      ['pin', 'drivers@1.0.0', '--offline', '--reason', 'x'],
      ['off', 'drivers', '--message', 'Back at noon'],
      ['rollback'],
    ])
      expect(await release(env, ...command)).toMatchObject({ code: 1, err: refused })
    expect((await release(env, 'rollback', '--to', '1', '--reason', 'x')).code).toBe(0)
    expect((await release(env, 'resign', '--reason', 'looked at it')).code).toBe(0)
    expect(store.live()).toMatchObject({ number: 4, remotes: {}, reason: 'looked at it' })
  })

  it('is read all the same: what a removed key signed stays in the history', async () => {
    pinned()
    pinWithOther()
    expect((await release(ours(), 'show', '2')).out).toContain('release 2, ')
  })

  it('is signed by no key that origins were not given', async () => {
    pinned()
    const env = { RELEASE_PUBLIC_KEYS: makeReleaseKey(join(temporaryFolder(), 'other.pem')) }
    expect((await release(env, 'resign', '--reason', 'x')).err).toMatch(
      /release-key\.pem: its public key \S{44} is none of RELEASE_PUBLIC_KEYS; no origin would serve what it signs/,
    )
    expect(store.liveNumber()).toBe(1)
  })
})

describe('resign', () => {
  it('writes the same pins as a higher release, above a number that origins served', async () => {
    const { shell } = pinned()
    expect((await release({}, 'resign', '--reason', 'a new key', '--above', '41')).out).toContain('release 42 is live')
    expect(store.live()).toMatchObject({ number: 42, previous: 1, shell })
  })
})

it.each(['short', 'A'.repeat(43), `${'A'.repeat(43)}= x`])(
  'RELEASE_PUBLIC_KEYS with %j is refused by name',
  async (text) => {
    pinned()
    expect(await release({ RELEASE_PUBLIC_KEYS: text }, 'status')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^release: RELEASE_PUBLIC_KEYS: ".*" is no public key/) as string,
    })
  },
)

it('a store of an earlier version is refused in one line, and left as it is', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'keys'))
  writeFileSync(join(folder, 'keys/keys.json'), '[]')
  for (const command of [['status'], ['init', '--key', join(folder, 'k.pem')], ['publish', builtShell()]])
    expect(await releaseWith({ DATA_DIR: folder }, ...command)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/holds releases of an earlier version of Interline[^\n]*\n$/) as string,
    })
  expect(readdirSync(folder)).toEqual(['keys'])
})
