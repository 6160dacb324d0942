import { beforeEach, describe, expect, it, vi } from 'vitest'
import { releaseWith } from '../../testing/release-command.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { collectGarbage } from '../artifacts/gc.ts'
import { freeze, readFreeze, unfreeze } from '../audit/freeze.ts'
import { readLog } from '../audit/log.ts'
import { planCanary } from '../plan/canary.ts'
import { commit } from './commit.ts'
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

it('while the releases are frozen, what its help and the guide name still works', async () => {
  const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' }, ...args)
  unfreeze(store, mara)
  commit(store, planCanary(store, [putRemote(store, 'users')], 5, mara))
  freeze(store, { by: 'ines', reason: 'audit week' })
  const help = (await release('freeze', '--help')).out.replace(/\s+/g, ' ')
  expect(help).toContain('refuse every change but off, resign, canary abort and unfreeze')
  for (const command of [['canary', 'abort'], ['off', 'drivers', '--message', 'Out until tomorrow'], ['unfreeze']])
    expect(await release(...command, '--reason', 'x'), command.join(' ')).toMatchObject({ code: 0, err: '' })
})

it('a freeze with an end says when and ends by itself; what is past is no end', () => {
  unfreeze(store, mara)
  const until = new Date(Date.now() + 3_600_000)
  freeze(store, { by: 'ines', reason: 'the holidays', until })
  expect(() => pin(store, [next], mara)).toThrow(`until ${until.toISOString()}: the holidays`)
  expect(readLog(store).entries.at(-1)?.changes).toEqual([
    { part: 'freeze', from: null, to: `until ${until.toISOString()}` },
  ])
  vi.setSystemTime(until)
  try {
    expect(readFreeze(store)).toBeNull()
    expect(() => unfreeze(store, mara)).toThrow(/not frozen/)
    expect(switchOn(store, 'drivers', mara).number).toBe(4)
    expect(() => freeze(store, { by: 'ines', reason: 'x', until })).toThrow(/would end at .*, which is past/)
    freeze(store, { by: 'ines', reason: 'anew' })
  } finally {
    vi.useRealTimers()
  }
})

it('freeze --until takes a day or a time', async () => {
  unfreeze(store, mara)
  const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' }, ...args)
  const until = (text: string) => release('freeze', '--reason', 'x', '--until', text, '--dry-run')
  expect((await until('2099-01-02T08:00Z')).out).toContain(' until 2099-01-02T08:00:00.000Z: x')
  expect((await until('2099-01-02')).code).toBe(0)
  for (const text of ['tomorrow', '2099-13-02', '2099-01-02 8 am']) expect((await until(text)).code).toBe(2)
  expect((await until('2020-01-02')).code).toBe(1)
})

it.each([false, true])('a reason that is too long is refused in one sentence, in a dry run (%s) as well', (dryRun) => {
  unfreeze(store, mara)
  expect(() => freeze(store, { by: 'ines', reason: 'x'.repeat(501) }, dryRun)).toThrow(
    'the reason has 501 characters; it may have 500',
  )
  expect(readFreeze(store)).toBeNull()
})
