import { beforeEach, describe, expect, it } from 'vitest'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pin } from './plan-and-commit.ts'
import { rollback } from './plan-and-commit.ts'
import { switchOff, switchOn } from './plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
})

describe('off', () => {
  it('is a new release that keeps every pin, and stays through pin and rollback until on', () => {
    const first = store.live()
    const off = switchOff(store, 'drivers', 'Back at noon', mara)
    expect(off).toMatchObject({
      number: 2,
      off: { drivers: { message: 'Back at noon' } },
      remotes: first?.remotes,
      shell: first?.shell,
    })
    expect(pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara).off).toEqual(off.off)
    expect(rollback(store, undefined, mara).off).toEqual(off.off)
    expect(rollback(store, 1, mara).off).toEqual(off.off)
    expect(switchOn(store, 'drivers', mara).off).toEqual({})
  })

  it.each<[string, () => unknown, RegExp]>([
    [
      'a part that is named as what every object has',
      () => switchOff(store, 'constructor', 'x', mara),
      /release 1 has no "constructor"/,
    ],
    ['no message', () => switchOff(store, 'drivers', '', mara), /the message has 0 characters/],
  ])('refuses %s', (_, act, reason) => {
    expect(act).toThrow(reason)
    expect(store.releaseNumbers()).toEqual([1])
  })

  it('does not count as what a rollback goes back to', () => {
    pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara)
    switchOff(store, 'drivers', 'Back at noon', mara)
    expect(rollback(store, undefined, mara).remotes.drivers?.descriptor.version).toBe('1.0.0')
  })
})
