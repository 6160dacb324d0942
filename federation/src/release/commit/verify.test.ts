import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { build, describeAnew, flipByte, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { violationsOf } from '../report/check-report.ts'
import { pin } from './plan-and-commit.ts'
import { verify } from '../checks/verify.ts'
import type { Release } from '../../schema/index.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
let live: Release
const at = (path: string) => join(store.folder, 'artifacts', path)
const found = async () =>
  violationsOf(await verify(store, live, { http: false })).map(({ part, reason }) => `${part}: ${reason}`)

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  live = pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara)
})

describe('verify', () => {
  it('finds nothing in what is as it was published', async () => {
    expect(await found()).toEqual([])
  })

  it.each([
    ['shell', '1.0.0-000000000000', 'shell.1.js'],
    ['shell', '1.0.0-000000000000', 'shell.1.css'],
    ['shell', '1.0.0-000000000000', 'list.1.js'],
    ['drivers', '1.1.0-111111111111', 'remote.1.js'],
    ['drivers', '1.1.0-111111111111', 'routes.1.js'],
    ['drivers', '1.0.0-000000000000', 'remote.1.js'],
    ['drivers', '1.0.0-000000000000', 'routes.1.js'],
    ['drivers', '1.1.0-111111111111', 'remote.1.js.br'],
    ['drivers', '1.1.0-111111111111', 'remote.1.js.gz'],
  ])('names the file when a byte is flipped in %s@%s/%s', async (part, artifact, path) => {
    expect(existsSync(at(`${part}/${artifact}/${path}`))).toBe(true)
    flipByte(at(`${part}/${artifact}/${path}`), 12)
    expect(await found()).toEqual([
      expect.stringMatching(`^${part}@${artifact}: ${path} (is not what the descriptor says|cannot be expanded)`),
    ])
  })

  it('names a missing file, and a descriptor that was changed together with its file', async () => {
    rmSync(at('drivers/1.1.0-111111111111/routes.1.js'))
    describeAnew(at('drivers/1.0.0-000000000000'), (one) => ({ ...one, owner: 'Eve' }))
    expect(await found()).toEqual([
      'drivers@1.1.0-111111111111: routes.1.js is named by the descriptor but missing beside remote.json',
      'drivers@1.0.0-000000000000: remote.json is not what the release says',
    ])
  })
})
