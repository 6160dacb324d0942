import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtRemote, temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { freeze } from '../audit/freeze.ts'
import { commit } from '../commit/commit.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { planCanary } from '../canary/change-canary.ts'
import { plansIn } from '../managers/plan-file.ts'
import type { ReleaseStore } from '../store/store.ts'

function releasedStore(): ReleaseStore {
  const store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  return store
}

const asManager = (store: ReleaseStore, key: string, ...args: string[]) =>
  releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'somebody', RELEASE_MANAGER_KEY: key }, ...args)

/** Makes `mara` the first manager; returns the file of her key. */
async function withManager(store: ReleaseStore): Promise<string> {
  const key = join(temporaryFolder(), 'mara')
  await asManager(store, '', 'managers', 'keygen', key)
  expect(await asManager(store, key, 'managers', 'add', 'mara', '--key', `${key}.pub`, '--reason', 'x')).toMatchObject({
    code: 0,
  })
  return key
}

describe('a dry run', () => {
  it.each<[string, () => string[]]>([
    ['publish', () => [builtRemote('drivers')]],
    ['part', () => ['drivers', '--origin', 'http://localhost:3001']],
    ['keys init', () => []],
  ])('of %s begins no installation', async (command, args) => {
    const folder = join(temporaryFolder(), 'mistyped')
    const { code } = await releaseWith({ DATA_DIR: folder }, ...command.split(' '), ...args(), '--dry-run')
    expect([code, existsSync(folder)]).toEqual([0, false])
  })

  it.each<[string, (store: ReleaseStore) => string[]]>([
    ['canary percent', () => ['50', '--reason', 'x']],
    ['canary abort', () => ['--reason', 'x']],
    ['unfreeze', () => ['--reason', 'x']],
    ['keys rotate', () => []],
    ['keys retire', (store) => [store.keys.all()[0]?.id ?? '']],
  ])('of %s is refused without the key of a manager, as the command is', async (command, args) => {
    const store = releasedStore()
    commit(store, planCanary(store, [putRemote(store, 'users')], 5, mara))
    if (command === 'unfreeze') freeze(store, mara)
    store.keys.rotate()
    const key = await withManager(store)
    const whole = [...command.split(' '), ...args(store), '--dry-run']
    expect(await asManager(store, '', ...whole)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/named managers \(mara\); say which one you are/) as string,
    })
    expect(await asManager(store, key, ...whole)).toMatchObject({ code: 0, err: '' })
  })

  it('of keys init and keys rotate is refused where the keys were lost', async () => {
    const store = releasedStore()
    rmSync(join(store.folder, 'keys'), { recursive: true })
    for (const command of ['init', 'rotate'])
      for (const dry of [['--dry-run'], []])
        expect((await asManager(store, '', 'keys', command, ...dry)).err).toMatch(
          /is missing, but releases were signed/,
        )
  })

  it('of keys rotate works before the first key', async () => {
    const { out } = await asManager(storeOfThree(), '', 'keys', 'rotate', '--dry-run')
    expect(out).toBe('a key would be made that a root key, made before it, endorses, and sign from now on\n')
  })

  it('of --propose is refused without managers, and writes no plan', async () => {
    const store = releasedStore()
    const pinned = ['pin', 'drivers@1.0.0', '--reason', 'x', '--offline', '--propose', '--dry-run']
    const refused = 'release: there are no managers who could approve it; release managers add\n'
    expect((await asManager(store, '', ...pinned)).err).toBe(refused)
    const key = await withManager(store)
    const other = join(temporaryFolder(), 'ines')
    await asManager(store, '', 'managers', 'keygen', other)
    const add = ['managers', 'add', 'ines', '--key', `${other}.pub`, '--reason', 'x', '--propose', '--dry-run']
    expect((await asManager(store, key, ...pinned)).code).toBe(0)
    expect((await asManager(store, key, ...add)).out).toMatch(/has 1 of 1 approvals: mara[^]*\nnothing was written\n$/)
    expect([plansIn(store.folder), readdirSync(store.folder).includes('plans')]).toEqual([[], false])
  })
})
