import { beforeEach, describe, expect, it } from 'vitest'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { collectGarbage } from '../artifacts/gc.ts'
import { freeze, readFreeze, unfreeze } from '../audit/freeze.ts'
import { pin } from './plan-and-commit.ts'
import { rollback } from './plan-and-commit.ts'
import { switchOff, switchOn } from './plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'
import type { Descriptor } from '../../schema/index.ts'

let store: ReleaseStore
let next: Descriptor

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  next = putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })
  pin(store, [next], mara)
  switchOff(store, 'drivers', 'Back at noon', mara)
  freeze(store, { by: 'ines', reason: 'audit week' })
})

describe('while the releases are frozen', () => {
  it.each<[string, () => unknown]>([
    ['pin', () => pin(store, [next], mara)],
    ['rollback', () => rollback(store, undefined, mara)],
    ['on', () => switchOn(store, 'drivers', mara)],
    ['publish', () => putRemote(store, 'users')],
    ['gc', () => collectGarbage(store, { by: 'mara' })],
    ['freeze', () => freeze(store, mara)],
  ])('%s is refused with who, when and why, and nothing is written', (_, act) => {
    expect(act).toThrow(/frozen by ines since 2\d{3}-\S+Z: audit week/)
    expect(store.releaseNumbers()).toEqual([1, 2, 3])
    expect(store.artifacts('users')).toEqual([])
  })

  it('the kill switch works, and unfreeze', () => {
    expect(switchOff(store, 'drivers', 'Out until tomorrow', mara).off).toEqual({
      drivers: { message: 'Out until tomorrow' },
    })
    unfreeze(store, mara)
    expect(readFreeze(store)).toBeNull()
    expect(switchOn(store, 'drivers', mara).number).toBe(5)
    expect(() => unfreeze(store, mara)).toThrow(/not frozen/)
  })
})

it.each([false, true])('a reason that is too long is refused in one sentence, in a dry run (%s) as well', (dryRun) => {
  unfreeze(store, mara)
  expect(() => freeze(store, { by: 'ines', reason: 'x'.repeat(501) }, dryRun)).toThrow(
    'the reason has 501 characters; it may have 500',
  )
  expect(readFreeze(store)).toBeNull()
})
