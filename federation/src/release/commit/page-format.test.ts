import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import type { Release } from '../../schema/index.ts'
import type { ReleaseStore } from '../store/store.ts'
import { pin } from './plan-and-commit.ts'

let store: ReleaseStore
let first: Release
const another = (pageFormat: number) =>
  putShell(store, { version: '2.0.0', build: build(2), pageFormat, provides: first.shell.descriptor.provides })
const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' }, ...args)
const why = ['--offline', '--reason', 'why not']

beforeEach(() => {
  store = storeOfThree()
  first = pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
})

describe('a shell that reads another page', () => {
  it('is refused by pin, apply and canary', async () => {
    another(2)
    const manifest = join(temporaryFolder(), 'pins.yaml')
    writeFileSync(manifest, 'schema: 1\nshell: 2.0.0\nremotes:\n  drivers: 1.0.0\nsettings: {}\n')
    const reason = `shell, page format: shell@2.0.0-${build(2)} reads page format 2, and this version of Interline writes page format 1`
    for (const command of [
      ['pin', 'shell@2.0.0'],
      ['apply', manifest],
      ['canary', 'start', 'shell@2.0.0', '--percent', '50'],
    ]) {
      const { code, err } = await release(...command, ...why)
      expect([command[0], code, err]).toEqual([command[0], 1, expect.stringContaining(reason)])
    }
    expect([store.liveNumber(), store.readPointer('canary.json')]).toEqual([1, null])
  })

  it('is refused by a rollback, and by a pin of something else beside it', async () => {
    const shell = { ...first.shell, descriptor: { ...first.shell.descriptor, version: '0.9.0', pageFormat: 2 } }
    store.putRelease({ ...first, number: 2, shell })
    putRemote(store, 'users')
    const refused = expect.stringContaining('shell, page format: shell@0.9.0-')
    expect(await release('pin', 'users@1.0.0', ...why)).toMatchObject({ code: 1, err: refused })
    store.putRelease({ ...first, number: 3 })
    expect(await release('rollback', '--to', '2')).toMatchObject({ code: 1, err: refused })
    expect(store.liveNumber()).toBe(3)
  })
})
