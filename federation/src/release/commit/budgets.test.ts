import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { builtRemote, builtShell } from '../../testing/built-part.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { planCanary } from '../canary/change-canary.ts'
import { checkPlan } from '../checks/check-plan.ts'
import { checkBuilt, publish } from '../artifacts/publish.ts'
import { planPin } from '../plan/pin.ts'
import { pin } from './plan-and-commit.ts'
import { rollback } from './plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'
import { weigh } from '../checks/artifact/weigh.ts'

const noise = (bytes: number) => randomBytes(bytes).toString('base64').slice(0, bytes)
const budgets = (store: ReleaseStore, parts: Record<string, Record<string, number>>) =>
  writeFileSync(join(store.folder, 'budgets.json'), JSON.stringify({ parts, pages: { '/drivers': { html: 1 } } }))
const of = (store: ReleaseStore, plan: Parameters<typeof checkPlan>[1], part: string) =>
  checkPlan(store, plan).filter((one) => one.check === 'budget' && one.part === part)

describe('a build weighs', () => {
  it('what its origin serves: the compressed copy of a file that has one, the file itself of a small one', () => {
    const store = storeOfThree()
    const { descriptor } = publish(
      store,
      builtRemote(
        'drivers',
        {},
        { 'modal.1.js': `// ${noise(3000)}`, 'modal.1.css': 'p {}', 'letter.woff2': noise(5000) },
      ),
    )
    const weight = weigh(descriptor, store.artifactPath(descriptor))
    expect(weight.first).toBeLessThan(300)
    expect(weight.late).toBeGreaterThan(2000)
    expect(weight.late).toBeLessThan(3000)
  })

  it('the same before it is published', () => {
    const folder = builtRemote('drivers', {}, { 'modal.1.js': `// ${'lorem ipsum '.repeat(500)}` })
    const before = weigh(checkBuilt(folder, ''), folder)
    const store = storeOfThree()
    const { descriptor } = publish(store, folder)
    expect(weigh(descriptor, store.artifactPath(descriptor))).toEqual(before)
    expect(before.late).toBeLessThan(brotliCompressSync('lorem ipsum '.repeat(500)).length + 20)
  })

  it('as a shell, each entry point for itself', () => {
    const folder = builtShell()
    expect(weigh(checkBuilt(folder, ''), folder)).toEqual({
      first: '// shell'.length + 'body {}'.length,
      '@interline/shared/table': '// list'.length,
      late: 0,
    })
  })
})

describe('a pin', () => {
  const big = { version: '1.1.0', build: build(1) }
  const stored = () => {
    const store = storeOfThree()
    pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
    return { store, next: publish(store, builtRemote('drivers', big, { 'modal.1.js': 'x'.repeat(900) })).descriptor }
  }

  it('of what is over its budget is refused with both figures, also as a canary', () => {
    const { store, next } = stored()
    budgets(store, { drivers: { first: 10, late: 899 } })
    const refused = [
      expect.stringMatching(/^its code for "first" is \d+ bytes compressed, budgets\.json allows 10$/),
      'its code for "late" is 900 bytes compressed, budgets.json allows 899',
    ]
    expect(of(store, planPin(store, [next], mara), 'drivers').map(({ reason }) => reason)).toEqual(refused)
    expect(of(store, planCanary(store, [next], 10, mara), 'drivers').map(({ reason }) => reason)).toEqual(refused)
    expect(() => pin(store, [next], mara)).toThrow(
      /drivers, budget: its code for "late" is 900 bytes compressed, budgets\.json allows 899/,
    )
    expect(store.live()?.number).toBe(1)
  })

  it('of what is as large as its budget goes through; other parts have no budget', () => {
    const { store, next } = stored()
    const { first = 0 } = weigh(next, store.artifactPath(next))
    budgets(store, { drivers: { first, late: 900 } })
    expect(of(store, planPin(store, [next], mara), 'drivers')).toEqual([
      { part: 'drivers', check: 'budget', state: 'ok', reason: '' },
    ])
    expect(of(store, planPin(store, [putRemote(store, 'users')], mara), 'users')).toEqual([
      { part: 'users', check: 'budget', state: 'skipped', reason: 'budgets.json says nothing of it' },
    ])
  })

  it('of what has code that its budget does not know is refused', () => {
    const { store, next } = stored()
    budgets(store, { drivers: { first: 10_000 } })
    expect(() => pin(store, [next], mara)).toThrow(
      /its code for "late" is 900 bytes compressed, budgets\.json allows 0/,
    )
  })

  it('can be taken back to a build that is over a budget of today', () => {
    const { store, next } = stored()
    pin(store, [next], mara)
    budgets(store, { drivers: { first: 1, late: 1 } })
    expect(rollback(store, 1, mara).number).toBe(3)
    expect(rollback(store, 2, mara).remotes.drivers?.descriptor.build).toBe(build(1))
  })

  it('names the file when that cannot be used', () => {
    const { store, next } = stored()
    writeFileSync(join(store.folder, 'budgets.json'), '{"parts":{"drivers":{"first":"little"}}}')
    expect(() => pin(store, [next], mara)).toThrow(/budgets\.json: parts\.drivers\.first/)
  })
})
