import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { build, flipByte, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { failInPages } from '../../testing/page-reports.ts'
import type { FailureReport } from '../../schema/index.ts'
import { applyPlan } from '../cli/apply/apply-plan.ts'
import { commit } from './commit.ts'
import { collectGarbage } from '../artifacts/gc.ts'
import { freeze } from '../audit/freeze.ts'
import { readLog } from '../audit/log.ts'
import { pin } from './plan-and-commit.ts'
import { planResign } from '../plan/resign.ts'
import { planRollback } from '../plan/rollback.ts'
import { rollback } from './plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'
import { planOff } from '../plan/switch.ts'
import { switchOff } from './plan-and-commit.ts'
import { getsCanary, positionOf } from '../canary/group.ts'
import { holdWhenFailing } from '../canary/hold.ts'
import { failuresOfCanary, holdOf, requireCanary, runningCanary } from '../canary/running-canary.ts'
import { abortCanary, planCanary, planPromotion, planShare } from '../plan/canary.ts'

let store: ReleaseStore
const start = (percent = 5) =>
  commit(store, planCanary(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], percent, mara))
const report = (change: Partial<FailureReport> = {}): FailureReport => ({
  release: 2,
  remote: 'drivers',
  version: '1.1.0-111111111111',
  phase: 'mount',
  message: 'x',
  ...change,
})
const reportTimes = (times: number, change: Partial<FailureReport> = {}) =>
  failInPages(store.state.failures, report(change), times)

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
})

describe('who gets a canary', () => {
  const canary = { percent: 5, salt: '0'.repeat(24) }
  const admins = Array.from({ length: 20_000 }, (_, at) => `admin-${at}`)
  const countAt = (percent: number) =>
    admins.filter((admin) => getsCanary({ ...canary, percent }, { admin, left: null })).length

  it('is exactly nobody at 0 % and exactly everybody at 100 %, whether signed in or not', () => {
    expect([countAt(0), countAt(100)]).toEqual([0, admins.length])
    expect(
      [0, 0.01, 99.99, 100].map((percent) => getsCanary({ ...canary, percent }, { admin: null, left: null })),
    ).toEqual([false, false, false, true])
  })

  it.each([0.5, 5, 50, 99.5])('is about the share that was asked for: %s %%', (percent) => {
    const expected = (admins.length * percent) / 100
    const deviation = Math.sqrt(expected * (1 - percent / 100))
    expect(Math.abs(countAt(percent) - expected)).toBeLessThan(4 * deviation)
  })

  it('stays who they are while the share grows, and is others under another salt', () => {
    const at = (percent: number, salt = canary.salt) =>
      admins.slice(0, 2000).filter((admin) => getsCanary({ ...canary, salt, percent }, { admin, left: null }))
    expect(at(30)).toEqual(expect.arrayContaining(at(10)))
    const both = at(10).filter((admin) => at(10, '1'.repeat(24)).includes(admin))
    expect(both.length).toBeLessThan(at(10).length / 2)
    // The same on every machine and in every version: with another number, people would move between releases.
    expect(positionOf(canary, 'admin-1')).toBeCloseTo(39.712_031, 6)
  })

  it('is nobody who left it', () => {
    expect(getsCanary({ ...canary, percent: 100 }, { admin: 'a', left: canary.salt })).toBe(false)
    expect(getsCanary({ ...canary, percent: 100 }, { admin: 'a', left: '1'.repeat(24) })).toBe(true)
  })
})

describe('a canary', () => {
  it('is a signed release beside the live one, with a number, a share and a salt of its own', () => {
    const live = store.live()
    const release = start()
    expect(release).toMatchObject({ number: 2, previous: 1, canary: { of: 1, percent: 5 } })
    expect(release.remotes.drivers?.descriptor.version).toBe('1.1.0')
    expect(release.fallbacks.drivers?.descriptor.version).toBe('1.0.0')
    expect(store.live()).toEqual(live)
    expect(requireCanary(store)).toEqual(release)
    expect(readLog(store)).toMatchObject({ broken: null })
    expect(readLog(store).entries.at(-1)).toMatchObject({
      action: 'canary',
      release: null,
      changes: [
        { part: 'drivers', to: '1.1.0-111111111111' },
        { part: 'canary', from: null, to: 'release 2, 5 %' },
      ],
    })
  })

  it('is one at a time, never the first release, and refused like a pin', () => {
    expect(() => planCanary(storeOfThree(), [], 5, mara)).toThrow(/first release/)
    expect(() => planCanary(store, [], 5, { ...mara, expect: 7 })).toThrow(/release 1 is live, not 7/)
    const clashing = putRemote(store, 'drivers', { version: '1.2.0', build: build(2), routes: ['/users'] })
    expect(() => commit(store, planCanary(store, [clashing], 5, mara))).toThrow(/\/users/)
    expect(store.readPointer('canary.json')).toBeNull()
  })

  it('cannot be started, promoted or given another share while the releases are frozen, but aborted', () => {
    start()
    freeze(store, { by: 'mara', reason: 'audit week' })
    expect(() => commit(store, planPromotion(store, mara))).toThrow(/audit week/)
    expect(() => commit(store, planShare(store, 50, mara))).toThrow(/audit week/)
    expect(abortCanary(store, mara)).toBe(2)
  })

  it('cannot be promoted by a plan of before it was aborted', () => {
    start()
    const planned = planPromotion(store, mara)
    abortCanary(store, mara)
    expect(() => commit(store, planned)).toThrow('release 2 is no canary any more')
    const { number } = start()
    expect(() => commit(store, planned)).toThrow(`release 2 is no canary any more: release ${number} is`)
  })

  it('promoted is a new, higher live release with its pins, and ends; what is off stays off', () => {
    start()
    const release = commit(store, planPromotion(store, { ...mara, expect: 1 }))
    expect(release).toMatchObject({
      number: 3,
      remotes: { drivers: { descriptor: { version: '1.1.0' } } },
      fallbacks: { drivers: { descriptor: { version: '1.0.0' } } },
    })
    expect(release.canary).toBeUndefined()
    expect([store.liveNumber(), runningCanary(store)]).toEqual([3, null])
    expect(readLog(store).entries.at(-1)).toMatchObject({
      action: 'promote',
      release: 3,
      changes: [{ part: 'drivers' }, { part: 'canary', from: 'release 2, 5 %', to: null }],
    })
  })

  it('aborted leaves what is live as it was; its number is not used again', () => {
    start()
    abortCanary(store, mara)
    expect([store.liveNumber(), runningCanary(store)]).toEqual([1, null])
    expect(() => requireCanary(store)).toThrow('no canary is running')
    expect(start().number).toBe(3)
  })

  it('ends when any other release becomes live', () => {
    start()
    switchOff(store, 'users', 'Back at noon', mara)
    expect([store.liveNumber(), store.readPointer('canary.json')]).toEqual([3, null])
  })

  it('does not count when a pointer is put back from before another release', () => {
    start()
    const file = join(store.folder, 'canary.json')
    const before = readFileSync(file)
    commit(store, planResign(store, mara))
    writeFileSync(file, before)
    expect(runningCanary(store)).toBeNull()
  })

  it('is not live: a rollback passes it by, and it keeps its artifacts', () => {
    start()
    abortCanary(store, mara)
    pin(store, [putRemote(store, 'users', { version: '1.2.0', build: build(2) })], mara)
    expect(planRollback(store, undefined, [], { by: 'mara', reason: '' }).next.reason).toBe('roll back to 1')
    expect(() => planRollback(store, 2, [], mara)).toThrow('release 2 was a canary and never live')
    expect(rollback(store, undefined, mara).remotes.drivers?.descriptor.version).toBe('1.0.0')
    start()
    expect(collectGarbage(store, { keep: 1, by: 'mara' }).releases).toEqual([4, 5])
    expect(store.artifacts('drivers').map(({ version }) => version)).toEqual(['1.1.0', '1.0.0'])
  })

  it('given another share is signed anew, with the same salt and everything else; nobody changes sides', () => {
    const { canary, ...first } = start()
    const grown = commit(store, planShare(store, 50, mara))
    expect(grown).toMatchObject({ number: 3, previous: 1, canary: { ...canary, percent: 50 } })
    const { shell, remotes, fallbacks, settings } = first
    expect(grown).toMatchObject({ shell, remotes, fallbacks, settings })
    expect([requireCanary(store).number, store.liveNumber()]).toEqual([3, 1])
    expect(readLog(store).entries.at(-1)?.changes.at(-1)).toEqual({
      part: 'canary',
      from: 'release 2, 5 %',
      to: 'release 3, 50 %',
    })
  })

  it('of another live release is none, and its file in the place of the live one is read as what it is', () => {
    const { number } = start()
    writeFileSync(join(store.folder, 'live.json'), JSON.stringify({ release: number }))
    expect(runningCanary(store)).toBeNull()
  })

  it('altered on the disk is refused by name', () => {
    const { number } = start()
    flipByte(join(store.folder, `releases/${number}.json`), 40)
    expect(() => runningCanary(store)).toThrow(/releases\/2\.json: is not what key \S{44} signed/)
  })
})

describe('a canary that cannot be read', () => {
  it.each<[string, () => void]>([
    ['altered', () => flipByte(join(store.folder, 'releases/2.json'), 60)],
    ['lost', () => rmSync(join(store.folder, 'releases/2.json'))],
    ['half a pointer', () => writeFileSync(join(store.folder, 'canary.json'), '{"release": 2,')],
  ])('does not keep the kill switch from working, and ends with it: %s', async (_, damage) => {
    start()
    damage()
    await applyPlan(store, planOff(store, 'drivers', 'Back at noon', mara), { offline: true })
    const pointer = store.readPointer('canary.json')
    expect([store.live()?.off, pointer]).toEqual([{ drivers: { message: 'Back at noon' } }, null])
  })
})

describe('reports of failures', () => {
  it('hold the canary from the fifth on, for everybody, until it gets a share again', () => {
    start(100)
    const canary = requireCanary(store)
    const planned = planPromotion(store, mara)
    reportTimes(4)
    expect(holdWhenFailing(store)).toBeNull()
    reportTimes(1)
    expect(holdWhenFailing(store)).toBe('5 of 5 page loads told of drivers 1.1.0-111111111111')
    expect(holdOf(store, canary)).toMatch(/^on hold since 2\S+Z: 5 of 5 page loads told of drivers 1\.1\.0-1{12}$/)
    expect(holdWhenFailing(store)).toBeNull()
    const refused = /drivers, hold: drivers@1\.1\.0-1{12} is what the canary, release 2, changed, and that is on hold/
    expect(() => commit(store, planned)).toThrow(refused)
    expect(() => commit(store, planPromotion(store, mara))).toThrow(refused)
    const drivers = store.artifacts('drivers')
    expect(() => pin(store, drivers.slice(0, 1), mara)).toThrow(refused)
    expect(store.liveNumber()).toBe(1)
    commit(store, planShare(store, 10, mara))
    expect(holdOf(store, requireCanary(store))).toBeNull()
    expect(holdWhenFailing(store)).toBeNull()
    expect(commit(store, planPromotion(store, mara)).number).toBe(4)
    expect(readLog(store)).toMatchObject({ broken: null })
  })

  it('hold no other version: what is live is rolled back and something else is pinned all the same', () => {
    start(100)
    reportTimes(5)
    expect(holdWhenFailing(store)).not.toBeNull()
    expect(pin(store, [putRemote(store, 'users', { version: '1.2.0', build: build(2) })], mara).number).toBe(3)
  })

  it('must be readable for a promotion', () => {
    start()
    rmSync(store.state.folder, { recursive: true })
    expect(() => commit(store, planPromotion(store, mara))).toThrow(
      /origin-state: no origin has written here.*ORIGIN_STATE/,
    )
    writeFileSync(store.state.folder, '')
    expect(() => commit(store, planPromotion(store, mara))).toThrow(/no origin has written here/)
  })

  it.each<[string, Partial<FailureReport>]>([
    ['another release', { release: 1 }],
    ['a remote that the canary does not change', { remote: 'users' }],
  ])('of %s do not count', (_, change) => {
    start()
    reportTimes(9, change)
    expect(holdWhenFailing(store)).toBeNull()
  })

  it('of any remote count when the canary has another shell', () => {
    commit(store, planCanary(store, [putShell(store, { version: '1.0.1', build: build(3) })], 5, mara))
    reportTimes(5, { remote: 'users', version: '1.0.0-000000000000' })
    expect(failuresOfCanary(store, requireCanary(store))).toMatchObject([{ remote: 'users', count: 5 }])
    expect(holdWhenFailing(store)).toMatch(/users/)
  })
})
