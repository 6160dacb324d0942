import { releaseWith } from '../../testing/release-command.ts'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pin, publish, ReleaseStore, renewWhenDue, rollback } from '../index.ts'
import { builtShell, temporaryFolder } from '../../testing/built-part.ts'

const change = { reason: 'because', by: 'mara' }
const day = 86_400_000
let store: ReleaseStore

const file = (name: string) => join(store.folder, name)
const read = (name: string) => readFileSync(file(name), 'utf8')
const pinned = () => pin(store, [publish(store, builtShell()).descriptor], change)

beforeEach(() => {
  store = new ReleaseStore(temporaryFolder())
  store.putOrigins({ shell: 'http://localhost:3000' })
})
afterEach(() => void vi.useRealTimers())

describe('a key', () => {
  it('is made by the first release; its private half is for its owner alone', () => {
    expect(store.keys.all()).toEqual([])
    pinned()
    const [key] = store.keys.all()
    expect(key?.id).toMatch(/^[0-9a-f]{16}$/)
    expect(key?.endorsement).toBeUndefined()
    expect(statSync(file(`keys/${key?.id}.pem`)).mode & 0o777).toBe(0o600)
    expect(read('keys/keys.json')).not.toContain('PRIVATE')
    expect(store.keys.init()).toBe(false)
    expect(store.keys.all()).toEqual([key])
    expect(readdirSync(file('keys')).sort()).toEqual([`${key?.id}.pem`, 'keys.json'].sort())
  })

  it('is followed by one that it endorses; what it signed stays readable', () => {
    const first = pinned()
    const next = store.keys.rotate()
    expect(next.endorsement?.keyId).toBe(store.keys.all()[0]?.id)
    const second = pinned()
    expect(JSON.parse(read('releases/2.sig.json'))).toMatchObject({ keyId: next.id })
    expect([store.readRelease(1), store.readRelease(2)]).toEqual([first, second])
  })

  it('is retired for good, with its private half, but never the last one', () => {
    pinned()
    const [root] = store.keys.all()
    const id = root?.id ?? ''
    expect(() => store.keys.retire(id)).toThrow(`key ${id} is the only one left; rotate first`)
    store.keys.rotate()
    store.keys.retire(id)
    expect(existsSync(file(`keys/${id}.pem`))).toBe(false)
    expect(store.keys.all()[0]?.retiredAt).toBeDefined()
    expect(() => store.keys.retire(id)).toThrow(`key ${id} was retired on`)
    expect(() => store.keys.retire('abc')).toThrow(/there is no key "abc"; there is: /)
    expect(store.readRelease(1).number).toBe(1)
  })

  it('that was retired leaves signing to the one before it', () => {
    store.keys.init()
    const root = store.keys.active()
    store.keys.retire(store.keys.rotate().id)
    expect(store.keys.active()).toEqual(root)
  })

  it('that somebody put into the list is refused, though it signs well', () => {
    pinned()
    const ours = store.keys.all()
    const other = new ReleaseStore(temporaryFolder())
    other.keys.init()
    writeFileSync(file('keys/keys.json'), JSON.stringify([...ours, ...other.keys.all()]))
    expect(() => store.live()).toThrow(`keys.json: key ${other.keys.active().id} is not endorsed by one before it`)
  })

  it('whose private half is elsewhere signs nothing, and the file that is missing is named', () => {
    pinned()
    const { id } = store.keys.active()
    rmSync(file(`keys/${id}.pem`))
    expect(() => pinned()).toThrow(`${id}.pem: the private half of key ${id} is not here`)
    expect(store.live()?.number).toBe(1)
    expect(store.releaseNumbers()).toEqual([1])
  })
})

describe('a release', () => {
  it('is one line, good for 90 days', () => {
    const release = pinned()
    expect(read('releases/1.json')).not.toMatch(/[\n<]/)
    expect(Date.parse(release.expiresAt) - Date.parse(release.createdAt)).toBe(90 * day)
  })

  it('is refused for any byte that was changed, by file and key', () => {
    pinned()
    const text = read('releases/1.json')
    const { id } = store.keys.active()
    for (let at = 0; at < text.length; at += 7) {
      writeFileSync(
        file('releases/1.json'),
        text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1),
      )
      expect(() => store.readRelease(1), `byte ${at}`).toThrow(
        `${file('releases/1.json')}: is not what key ${id} signed; it was altered`,
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
    ['with a signature that is none', () => writeFileSync(file('releases/1.sig.json'), '{}'), /1\.sig\.json: keyId/],
    ['of a key that is not ours', () => rekeyed(), /is signed by key [0-9a-f]{16}, which is not in .*keys\.json/],
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
})

function rekeyed() {
  const other = new ReleaseStore(temporaryFolder())
  other.keys.init()
  rmSync(file('keys'), { recursive: true })
  cpSync(join(other.folder, 'keys'), file('keys'), { recursive: true })
}

function renumbered() {
  pinned()
  for (const kind of ['json', 'sig.json']) writeFileSync(file(`releases/1.${kind}`), read(`releases/2.${kind}`))
}

describe('renewing on a schedule', () => {
  const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'schedule' }, ...args)
  const renew = (within: string, ...more: string[]) =>
    release('renew', '--within', within, '--reason', 'on schedule', ...more)

  it('is done when so many days are left, and says what is left', async () => {
    pinned()
    const left = (await release('status')).out
    expect(left).toMatch(/\nends on 2\d{3}-\d\d-\d\d, in (89|90) days\n/)
    expect(JSON.parse((await release('status', '--json')).out)).toMatchObject({ daysLeft: 89 })
    const before = store.liveNumber() ?? 0
    expect((await renew('30')).out).toMatch(new RegExp(`^release ${before} ends on .*; nothing to do\n$`))
    expect((await renew('91', '--dry-run')).out).toMatch(/it would be renewed/)
    expect(store.liveNumber()).toBe(before)
    expect((await renew('91')).out).toContain(`the pins of ${before}, for another 90 days`)
    expect(store.live()).toMatchObject({ reason: 'on schedule', createdBy: 'schedule' })
    expect((await renew('soon')).code).toBe(2)
  })
})

describe('renewing within a day of the bound', () => {
  const renew = (...more: string[]) =>
    releaseWith({ DATA_DIR: store.folder }, 'renew', '--within', '30', '--reason', 'on schedule', ...more)

  it.each([
    [59.5, 30, true],
    [58.5, 31, false],
  ])('after %d days, with %i left, a dry run says what the run does', async (days, left, isDue) => {
    pinned()
    vi.useFakeTimers({ now: Date.now() + days * day, toFake: ['Date'] })
    expect((await renew('--dry-run')).out).toContain(
      `in ${left} days; ${isDue ? 'it would be renewed' : 'nothing to do'}`,
    )
    await renew()
    expect(store.liveNumber()).toBe(isDue ? 2 : 1)
  })

  it('a dry run says as well that nothing is due while a canary runs', async () => {
    const live = pinned()
    vi.useFakeTimers({ now: Date.now() + 70 * day, toFake: ['Date'] })
    const createdAt = new Date().toISOString()
    store.putCanary({ ...live, createdAt, number: 2, canaryOf: 1 }, 5)
    for (const more of [['--dry-run'], []]) expect((await renew(...more)).out).toContain('nothing to do')
    expect(store.liveNumber()).toBe(1)
  })
})

describe('renewing', () => {
  it('leaves a release that has more than 30 days alone, and an installation without one', () => {
    expect(renewWhenDue(store, 'npm start')).toBeNull()
    pinned()
    expect(renewWhenDue(store, 'npm start')).toBeNull()
  })

  it.each([
    [61, /^release 1 ends on \d{4}-/],
    [400, /^release 1 ended on \d{4}-/],
  ])('writes a new release with the same pins after %i days', (days, reason) => {
    const first = pinned()
    vi.useFakeTimers({ now: Date.now() + days * day, toFake: ['Date'] })
    const renewed = renewWhenDue(store, 'npm start')
    expect(renewed).toMatchObject({ number: 2, shell: first.shell, remotes: first.remotes, createdBy: 'npm start' })
    expect(renewed?.reason).toMatch(reason)
    expect(Date.parse(renewed?.expiresAt ?? '') - Date.now()).toBe(90 * day)
    expect(store.live()).toEqual(renewed)
    expect(renewWhenDue(store, 'npm start')).toBeNull()
  })

  it('does not sign what somebody put there', () => {
    pinned()
    rmSync(file('releases/1.sig.json'))
    expect(() => renewWhenDue(store, 'npm start')).toThrow(/is not signed/)
    expect(store.releaseNumbers()).toEqual([1])
  })
})
