import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtRemote, temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pin } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'

function releasedStore(): ReleaseStore {
  const store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  return store
}

const release = (store: ReleaseStore, ...args: string[]) => releaseWith({ DATA_DIR: store.folder }, ...args)

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

  it('of keys init and keys rotate is refused where the keys were lost', async () => {
    const store = releasedStore()
    rmSync(join(store.folder, 'keys'), { recursive: true })
    for (const command of ['init', 'rotate'])
      for (const dry of [['--dry-run'], []])
        expect((await release(store, 'keys', command, ...dry)).err).toMatch(/is missing, but releases were signed/)
  })

  it('of keys rotate works before the first key', async () => {
    const { out } = await release(storeOfThree(), 'keys', 'rotate', '--dry-run')
    expect(out).toBe('a key would be made that a root key, made before it, endorses, and sign from now on\n')
  })
})
