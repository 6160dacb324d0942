import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { collectGarbage } from '../artifacts/gc.ts'
import { freeze, unfreeze } from './freeze.ts'
import { readLog } from './log.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { rollback } from '../commit/plan-and-commit.ts'
import { switchOff, switchOn } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
const file = () => join(store.folder, 'log.jsonl')
const lines = () => readFileSync(file(), 'utf8').trimEnd().split('\n')
const write = (changed: string[]) => writeFileSync(file(), changed.map((line) => `${line}\n`).join(''))

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], {
    by: 'ines',
    reason: 'new columns',
  })
})

describe('the log', () => {
  it('holds who, when, why and what for every change of what is live', () => {
    rollback(store, undefined, mara)
    switchOff(store, 'drivers', 'Back at noon', mara)
    switchOn(store, 'drivers', mara)
    freeze(store, mara)
    unfreeze(store, mara)
    for (const digit of [2, 3])
      pin(store, [putRemote(store, 'drivers', { version: `1.${digit}.0`, build: build(digit) })], mara)
    collectGarbage(store, { keep: 1, by: 'mara' })
    const { entries, broken } = readLog(store)
    expect(broken).toBeNull()
    expect(entries.map(({ action }) => action).join(' ')).toBe(
      'publish publish pin publish pin rollback off on freeze unfreeze publish pin publish pin gc',
    )
    expect(entries[4]).toMatchObject({
      number: 5,
      by: 'ines',
      action: 'pin',
      release: 2,
      reason: 'new columns',
      changes: [{ part: 'drivers', from: '1.0.0-000000000000', to: '1.1.0-111111111111' }],
    })
    expect(entries[6]?.changes).toEqual([{ part: 'drivers', from: 'on', to: 'off: Back at noon' }])
    expect(entries.at(-1)?.changes).toEqual(
      ['1.1.0-111111111111', '1.0.0-000000000000'].map((from) => ({ part: 'drivers', from, to: null })),
    )
  })

  it.each<[string, (all: string[]) => string[], RegExp]>([
    [
      'a reason was rewritten',
      (all) => all.map((line) => line.replace('new columns', 'a new table')),
      /entry 5 was altered/,
    ],
    ['another name stands in it', (all) => all.map((line) => line.replace('"ines"', '"mara"')), /entry 5 was altered/],
    [
      'an entry in the middle is gone',
      (all) => all.filter((_, index) => index !== 2),
      /entry 3 is missing or out of order: number 4/,
    ],
    [
      'two entries changed places',
      ([a = '', b = '', ...rest]) => [b, a, ...rest],
      /entry 1 is missing or out of order: number 2/,
    ],
    ['the first entry is gone', (all) => all.slice(1), /entry 1 is missing/],
    ['the last entry is gone', (all) => all.slice(0, -1), /entry 5 is missing: release 2 is live/],
    [
      'a line was cut off',
      (all) => [...all.slice(0, 2), (all[2] ?? '').slice(0, 80), ...all.slice(3)],
      /entry 3 is not an entry/,
    ],
    ['a line was added', (all) => [...all.slice(0, 2), '{"number":3}', ...all.slice(2)], /entry 3 is not an entry/],
    [
      'an unhashed field was added',
      (all) => all.map((line) => line.replace('{', '{"note":"x",')),
      /entry 1 is not an entry/,
    ],
  ])('names the first broken entry when %s', (_, change, reason) => {
    write(change(lines()))
    expect(readLog(store).broken).toMatch(reason)
  })

  it('is broken from where an entry was replaced by one with a right hash of its own', () => {
    const other = storeOfThree()
    pin(other, [putShell(other), putRemote(other, 'drivers')], { by: 'eve', reason: 'mine' })
    const [, , third = ''] = readFileSync(join(other.folder, 'log.jsonl'), 'utf8').split('\n')
    write(lines().map((line, index) => (index === 2 ? third : line)))
    expect(readLog(store).broken).toMatch(/entry 3 does not follow entry 2/)
  })

  it('says so when it was removed, and still takes the kill switch', () => {
    rmSync(file())
    expect(readLog(store).broken).toMatch(/release 2 is live, and no entry says who made it live/)
    writeFileSync(file(), 'not an entry')
    expect(switchOff(store, 'drivers', 'Broken', { by: 'mara', reason: '' }).off.drivers).toEqual({ message: 'Broken' })
    expect(readLog(store).broken).toMatch(/entry 1 is not an entry/)
    expect(readLog(store).entries.map(({ action, release, reason }) => `${action} ${release} ${reason}`)).toEqual([
      'found 2 live without an entry: new columns',
      'off 3 drivers is off: Broken',
    ])
  })
})
