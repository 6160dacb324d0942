import { beforeEach, describe, expect, it } from 'vitest'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { triedPair } from '../../testing/tried-pair.ts'
import type { Descriptor } from '../../schema/index.ts'
import { planCanary } from '../plan/canary.ts'
import { checkSkew } from '../checks/skew.ts'
import { planPin } from '../plan/pin.ts'
import type { SkewReport, TriedPair } from '../skew/skew-report.ts'
import type { ReleaseStore } from '../store/store.ts'
import { commit } from './commit.ts'
import { pin } from './plan-and-commit.ts'

let store: ReleaseStore
let shell: Descriptor
let drivers: Descriptor
let users: Descriptor
let newer: Descriptor

const versionOne = { version: '1.1.0', build: build(1) }
const found = (...pairs: TriedPair[]): { skew: SkewReport } => ({ skew: { schema: 1, pairs } })
const lines = (parts: Descriptor[], ...pairs: TriedPair[]) =>
  checkSkew(planPin(store, parts, { ...mara, ...(pairs.length > 0 && found(...pairs)) })).map(
    ({ part, state, reason }) => `${part} ${state} ${reason}`.trim(),
  )

beforeEach(() => {
  store = storeOfThree()
  shell = putShell(store)
  drivers = putRemote(store, 'drivers')
  users = putRemote(store, 'users')
  pin(store, [shell, drivers, users], mara)
  newer = putRemote(store, 'drivers', versionOne)
})

describe('a pin of what the report of the skew matrix', () => {
  it('does not name is skipped, with a report and without', () => {
    const skipped = [
      `drivers skipped no report of npm run skew names drivers@1.1.0-${build(1)} with shell@1.0.0-${build(0)}`,
    ]
    expect(lines([newer])).toEqual(skipped)
    expect(lines([newer], triedPair(shell, drivers))).toEqual(skipped)
    expect(pin(store, [newer], mara).number).toBe(2)
  })

  it('found right is ok', () => {
    expect(lines([newer], triedPair(shell, newer))).toEqual(['drivers ok'])
    expect(pin(store, [newer], { ...mara, ...found(triedPair(shell, newer)) }).number).toBe(2)
  })

  it('saw fail is refused with what failed, also when it names the pair as ok beside', () => {
    const failed = triedPair(shell, newer, 'GET /admin/drivers is not declared', 'the console was not clean')
    for (const skew of [found(failed), found(triedPair(shell, newer), failed)])
      expect(() => pin(store, [newer], { ...mara, ...skew })).toThrow(
        /drivers, skew: drivers@1\.1\.0-1{12} with shell@1\.0\.0-0{12} failed "smoke: its screens": GET \/admin\/drivers is not declared\n.*the console was not clean/,
      )
    expect(() => commit(store, planCanary(store, [newer], 5, { ...mara, ...found(failed) }))).toThrow(/drivers, skew: /)
    expect(store.releaseNumbers()).toEqual([1])
  })

  it('names with other hashes is refused, of the shell as of the remote, whichever pair they stand in', () => {
    const other = (one: Descriptor) => ({ ...one, title: 'Other bytes' }) as Descriptor
    expect(lines([newer], triedPair(shell, other(newer)))).toEqual([
      `drivers refused the report is of other bytes of drivers@1.1.0-${build(1)}; run npm run skew anew`,
    ])
    expect(lines([newer], triedPair(other(shell), users), triedPair(shell, newer)).join()).toMatch(
      /refused .* of other bytes of shell@1\.0\.0-0{12}/,
    )
  })

  it('tried in another build of the shell was not tried', () => {
    const nextShell = putShell(store, { version: '1.1.0', build: build(2) })
    expect(lines([nextShell, newer], triedPair(shell, newer)).map((line) => line.slice(0, 70))).toEqual([
      'drivers skipped no report of npm run skew names drivers@1.1.0-11111111',
      'drivers skipped no report of npm run skew names drivers@1.0.0-00000000',
      'users skipped no report of npm run skew names users@1.0.0-000000000000',
    ])
    expect(lines([nextShell, newer], ...[newer, drivers, users].map((one) => triedPair(nextShell, one)))).toEqual([
      'drivers ok',
      'users ok',
    ])
  })

  it('saw fail in a first release is refused as well', () => {
    const empty = storeOfThree()
    const parts = [putShell(empty), putRemote(empty, 'drivers')] as const
    expect(() => pin(empty, [...parts], { ...mara, ...found(triedPair(...parts, 'it threw')) })).toThrow(
      /drivers, skew: .* failed "smoke: its screens": it threw/,
    )
  })
})

it('what runs together now, served from elsewhere, is not looked up, even when it failed', () => {
  store.putOrigins({ drivers: 'http://localhost:4001' })
  const skew = found(triedPair(shell, drivers, 'it threw'))
  expect(pin(store, [drivers], { ...mara, ...skew }).remotes.drivers?.url).toMatch(/:4001/)
})

describe('a version that the report saw fail', () => {
  it('is no fallback of the one that repairs it, and says so', () => {
    const pairs = [triedPair(shell, drivers, 'it threw'), triedPair(shell, newer)]
    expect(lines([newer], ...pairs)).toEqual([
      `drivers ok drivers@1.0.0-${build(0)} is no fallback: it failed with this shell`,
    ])
    expect(pin(store, [newer], { ...mara, ...found(...pairs) }).fallbacks).toEqual({})
  })

  it('leaves its own fallback to the next one', () => {
    pin(store, [newer], mara)
    const next = putRemote(store, 'drivers', { version: '1.2.0', build: build(2) })
    const skew = found(triedPair(shell, newer, 'it threw'))
    expect(pin(store, [next], { ...mara, ...skew }).fallbacks.drivers?.descriptor.version).toBe('1.0.0')
  })
})
