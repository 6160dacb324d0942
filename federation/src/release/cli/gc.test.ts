import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { collectGarbage } from '../artifacts/gc.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { findArtifact } from '../store/find-artifact.ts'
import { rollback } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
const versions = () => store.artifacts('drivers').map(({ version }) => version)

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  for (const digit of [1, 2, 3])
    pin(store, [putRemote(store, 'drivers', { version: `1.${digit}.0`, build: build(digit) })], mara)
})

describe('gc', () => {
  it('removes what neither the last releases nor their fallbacks need; the releases stay', () => {
    const { releases, removed } = collectGarbage(store, { keep: 1, by: 'mara' })
    expect(releases).toEqual([4])
    expect(removed.map(({ part, artifact }) => `${part}@${artifact}`)).toEqual([
      'drivers@1.1.0-111111111111',
      'drivers@1.0.0-000000000000',
    ])
    expect(versions()).toEqual(['1.3.0', '1.2.0'])
    expect(store.artifacts('shell')).toHaveLength(1)
    expect(store.releaseNumbers()).toEqual([1, 2, 3, 4])
    expect(() => rollback(store, 1, mara)).toThrow(
      /drivers, files: remote\.1\.js is named by the descriptor but missing/,
    )
  })

  it.each([
    ['releases/3.json', /releases\/3\.json: is missing, but release 4 names it; restore it from a backup/],
    ['releases/3.sig.json', /releases\/3\.json: is not signed; .*3\.sig\.json is missing/],
    ['live.json', /live\.json: is missing, but log\.jsonl says that release 4 was made live/],
  ])('removes nothing while %s is lost, unless it keeps fewer releases', (name, reason) => {
    rmSync(join(store.folder, name))
    expect(() => collectGarbage(store, { keep: 2, by: 'mara' })).toThrow(reason)
    expect(versions()).toEqual(['1.3.0', '1.2.0', '1.1.0', '1.0.0'])
    if (name === 'live.json') return
    collectGarbage(store, { keep: 1, by: 'mara' })
    expect(versions()).toEqual(['1.3.0', '1.2.0'])
  })

  it('keeps the last 10 releases unless told otherwise, and says in a dry run what it would do', () => {
    expect(collectGarbage(store, { by: 'mara' }).removed).toEqual([])
    expect(
      collectGarbage(store, { keep: 2, by: 'mara', dryRun: true }).removed.map(({ artifact }) => artifact),
    ).toEqual(['1.0.0-000000000000'])
    expect(versions()).toHaveLength(4)
  })

  it('never removes what is live, even when that is an old build again, nor what still waits for its pin', () => {
    rollback(store, 1, mara)
    putRemote(store, 'drivers', { version: '2.0.0', build: build(4) })
    collectGarbage(store, { keep: 1, by: 'mara' })
    expect(versions()).toContain('1.0.0')
    expect(versions()).toContain('2.0.0')
    expect(pin(store, [findArtifact(store, 'drivers@2.0.0')], mara).remotes.drivers?.descriptor.version).toBe('2.0.0')
  })

  it('keeps what waits for its pin although the clock was set back since the last release', () => {
    vi.useFakeTimers({ now: Date.now() - 3_600_000, toFake: ['Date'] })
    putRemote(store, 'drivers', { version: '2.0.0', build: build(4) })
    vi.useRealTimers()
    collectGarbage(store, { keep: 1, by: 'mara' })
    expect(versions()).toContain('2.0.0')
  })

  it('removes what it began to remove before it died, although that was published anew meanwhile', () => {
    cpSync(
      join(store.folder, 'artifacts/drivers/1.0.0-000000000000'),
      join(store.folder, 'artifacts/drivers/1.0.0-000000000000.draft'),
      { recursive: true },
    )
    collectGarbage(store, { keep: 1, by: 'mara' })
    expect(readdirSync(join(store.folder, 'artifacts/drivers')).sort()).toEqual([
      '1.2.0-222222222222',
      '1.3.0-333333333333',
    ])
  })

  it('removes what a process left that died while it wrote, and nothing that somebody may be writing now', () => {
    const drafts = ['users/1.0.0-000000000000.77.draft', 'drivers/1.3.0-333333333333/routes.1.js.br.77.draft']
    for (const draft of drafts) mkdirSync(join(store.folder, 'artifacts', draft), { recursive: true })
    collectGarbage(store, { by: 'mara' })
    for (const draft of drafts) expect(existsSync(join(store.folder, 'artifacts', draft))).toBe(true)
    const before = new Date(Date.now() - 3_700_000)
    for (const draft of drafts) utimesSync(join(store.folder, 'artifacts', draft), before, before)
    collectGarbage(store, { by: 'mara' })
    for (const draft of drafts) expect(existsSync(join(store.folder, 'artifacts', draft))).toBe(false)
    expect(readdirSync(join(store.folder, 'artifacts'))).toEqual(['drivers', 'shell'])
  })
})
