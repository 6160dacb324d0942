import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { build, flipByte, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import type { FailureReport } from '../../schema/index.ts'
import { applyPlan } from '../cli/apply/apply-plan.ts'
import { commit } from './commit.ts'
import { FailureLog } from '../store/failures.ts'
import { collectGarbage } from '../artifacts/gc.ts'
import { freeze } from '../audit/freeze.ts'
import { readLog } from '../audit/log.ts'
import { pin } from './plan-and-commit.ts'
import { planRenewal, renewWhenDue } from './renew.ts'
import { planRollback } from '../plan/rollback.ts'
import { rollback } from './plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'
import { planOff } from '../plan/switch.ts'
import { switchOff } from './plan-and-commit.ts'
import { getsCanary, positionOf } from '../canary/group.ts'
import { failuresOfCanary, holdWhenFailing } from '../canary/hold.ts'
import { requireCanary, runningCanary } from '../canary/running-canary.ts'
import { abortCanary, changeShare, planCanary, planPromotion } from '../canary/change-canary.ts'

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
const reportTimes = (times: number, change: Partial<FailureReport> = {}) => {
  for (let time = 0; time < times; time += 1) new FailureLog(store.folder).add(report(change))
}

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
})

describe('who gets a canary', () => {
  const canary = { release: 8, percent: 5, salt: '0'.repeat(24), countedFrom: '', held: null }
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

  it('is nobody who left it, and nobody while it is on hold', () => {
    expect(getsCanary({ ...canary, percent: 100 }, { admin: 'a', left: 8 })).toBe(false)
    expect(getsCanary({ ...canary, percent: 100 }, { admin: 'a', left: 7 })).toBe(true)
    expect(getsCanary({ ...canary, percent: 100, held: { at: '', reason: '' } }, { admin: 'a', left: null })).toBe(
      false,
    )
  })
})

describe('a canary', () => {
  it('is a signed release beside the live one, with a number of its own and a short term', () => {
    const live = store.live()
    const release = start()
    expect(release).toMatchObject({ number: 2, canaryOf: 1 })
    expect(release.remotes.drivers?.descriptor.version).toBe('1.1.0')
    expect(release.fallbacks.drivers?.descriptor.version).toBe('1.0.0')
    expect(Date.parse(release.expiresAt) - Date.parse(release.createdAt)).toBe(14 * 86_400_000)
    expect(store.live()).toEqual(live)
    expect(runningCanary(store)).toMatchObject({ release: 2, percent: 5, held: null })
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
    expect(store.readCanary()).toBeNull()
    start()
    expect(() => start()).toThrow('release 2 is a canary already; promote or abort it first')
  })

  it('cannot be started, promoted or given another share while the releases are frozen, but aborted', () => {
    start()
    freeze(store, { by: 'mara', reason: 'audit week' })
    expect(() => commit(store, planPromotion(store, mara))).toThrow(/audit week/)
    expect(() => changeShare(store, 50, mara)).toThrow(/audit week/)
    expect(abortCanary(store, mara)).toBe(2)
  })

  it('cannot be promoted by a plan of before it was aborted', () => {
    start()
    const planned = planPromotion(store, mara)
    abortCanary(store, mara)
    expect(() => commit(store, planned)).toThrow('no canary is running')
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
    expect(release.canaryOf).toBeUndefined()
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
    expect([store.liveNumber(), store.readCanary()]).toEqual([3, null])
  })

  it('does not count when a pointer is put back from before another release', () => {
    start()
    const before = store.readCanary()
    commit(store, planRenewal(store, mara))
    if (before) store.writeCanary(before)
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

  it('is not ended by a renewal that is due', () => {
    start()
    expect(renewWhenDue(store, 'npm start')).toBeNull()
  })

  it('is none past its term', () => {
    start()
    vi.useFakeTimers({ now: Date.now() + 14 * 86_400_000 + 1000, toFake: ['Date'] })
    expect(runningCanary(store)).toBeNull()
    vi.useRealTimers()
  })

  it('altered on the disk is refused by name', () => {
    const { number } = start()
    flipByte(join(store.folder, `releases/${number}.json`), 40)
    expect(() => runningCanary(store)).toThrow(/releases\/2\.json: is not what key [0-9a-f]{16} signed/)
  })
})

describe('a canary that cannot be read', () => {
  it.each<[string, () => void]>([
    ['altered', () => flipByte(join(store.folder, 'releases/2.json'), 60)],
    ['lost', () => rmSync(join(store.folder, 'releases/2.json'))],
    ['half a pointer', () => writeFileSync(join(store.folder, 'canary.json'), '{"release": 2,')],
  ])('keeps neither the kill switch nor a renewal from working, and ends with them: %s', async (_, damage) => {
    start()
    damage()
    await applyPlan(store, planOff(store, 'drivers', 'Back at noon', mara), { dryRun: false, http: false })
    expect([store.live()?.off, store.readCanary()]).toEqual([{ drivers: { message: 'Back at noon' } }, null])
    expect(renewWhenDue(store, 'mara')).toBeNull()
  })
})

describe('reports of failures', () => {
  it('hold the canary from the fifth on, for everybody, until it gets a share again', async () => {
    start(100)
    const planned = planPromotion(store, mara)
    reportTimes(4)
    expect(await holdWhenFailing(store)).toBeNull()
    reportTimes(1)
    expect(await holdWhenFailing(store)).toBe('pages told 5 times of drivers 1.1.0-111111111111')
    expect(runningCanary(store)).toMatchObject({ held: { reason: 'pages told 5 times of drivers 1.1.0-111111111111' } })
    expect(await holdWhenFailing(store)).toBeNull()
    expect(() => commit(store, planned)).toThrow(/release 2 is on hold: pages told 5 times/)
    expect(() => planPromotion(store, mara)).toThrow(/release 2 is on hold: pages told 5 times/)
    expect(store.liveNumber()).toBe(1)
    expect(readLog(store).entries.at(-1)).toMatchObject({ action: 'hold', release: null })
    changeShare(store, 10, mara)
    expect(runningCanary(store)).toMatchObject({ percent: 10, held: null })
    expect(await holdWhenFailing(store)).toBeNull()
    expect(readLog(store)).toMatchObject({ broken: null })
  })

  it.each<[string, Partial<FailureReport>]>([
    ['another release', { release: 1 }],
    ['a remote that the canary does not change', { remote: 'users' }],
  ])('of %s do not count', async (_, change) => {
    start()
    reportTimes(9, change)
    expect(await holdWhenFailing(store)).toBeNull()
  })

  it('of any remote count when the canary has another shell', async () => {
    commit(store, planCanary(store, [putShell(store, { version: '1.0.1', build: build(3) })], 5, mara))
    reportTimes(5, { remote: 'users', version: '1.0.0-000000000000' })
    expect(failuresOfCanary(store, requireCanary(store))).toMatchObject([{ remote: 'users', count: 5 }])
    expect(await holdWhenFailing(store)).toMatch(/users/)
  })
})
