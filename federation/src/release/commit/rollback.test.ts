import { beforeEach, describe, expect, it } from 'vitest'
import { build, cutLastEntry, flipByte, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pin } from './plan-and-commit.ts'
import { rollback } from './plan-and-commit.ts'
import { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
const versions = () =>
  Object.fromEntries(
    Object.entries(store.live()?.remotes ?? {}).map(([name, { descriptor }]) => [name, descriptor.version]),
  )

beforeEach(() => {
  store = storeOfThree({ depots: 'http://localhost:3005' })
  pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
  pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara)
  pin(store, [putRemote(store, 'users', { version: '1.1.0', build: build(1) })], mara)
  pin(store, [putRemote(store, 'depots')], mara)
})

describe('rollback of parts', () => {
  it('takes only these back, each to what it was before', () => {
    expect(rollback(store, undefined, { ...mara, reason: '' }, ['drivers']).reason).toBe('roll back drivers to 1')
    expect(versions()).toEqual({ drivers: '1.0.0', users: '1.1.0', depots: '1.0.0' })
  })

  it('goes back to the version before, past what was set of it and where it was out, with the settings of then', () => {
    const settings = { days: { type: 'integer', default: 30, description: 'how long' } } as const
    const drivers = putRemote(store, 'drivers', { version: '1.2.0', build: build(2), settings })
    pin(store, [drivers], mara, { settings: { drivers: { days: 5 } } })
    pin(store, [], mara, { removed: ['drivers'], settings: {} })
    pin(store, [drivers], mara, { settings: { drivers: { days: 7 } } })
    expect(rollback(store, undefined, { ...mara, reason: '' }, ['drivers']).reason).toBe('roll back drivers to 4')
    expect(versions()).toMatchObject({ drivers: '1.1.0' })
    expect(store.live()?.settings).toEqual({})
  })

  it('takes several back to one release, and removes what that did not have', () => {
    rollback(store, 1, mara, ['users', 'depots'])
    expect(versions()).toEqual({ drivers: '1.1.0', users: '1.0.0' })
  })

  it.each<[string[], number | undefined, RegExp]>([
    [['shell'], undefined, /^shell: version unchanged, .*Settings go back by a manifest or --to N; another/],
    [['depots'], undefined, /^depots: version unchanged/],
  ])('of %s to %s is refused', (parts, to, reason) => {
    expect(() => rollback(store, to, mara, parts)).toThrow(reason)
    expect(store.live()?.number).toBe(4)
  })

  it('past a damaged release has to say to which', () => {
    flipByte(join(store.folder, 'releases/2.json'), 60)
    expect(() => rollback(store, undefined, mara, ['drivers'])).toThrow(
      /releases\/2\.json: is not what key .* say which release to go back to: --to N/,
    )
    rollback(store, 1, mara, ['drivers'])
    expect(versions()).toMatchObject({ drivers: '1.0.0', users: '1.1.0' })
  })

  it('of a build whose file was altered in the store is refused', () => {
    flipByte(join(store.folder, 'artifacts/drivers/1.0.0-000000000000/routes.1.js'))
    expect(() => rollback(store, 1, mara)).toThrow(/drivers, files: routes\.1\.js is not what the descriptor says/)
    expect(store.live()?.number).toBe(4)
  })
})

describe('a release whose pin was killed before it went live', () => {
  const killed = () => {
    pin(store, [putRemote(store, 'drivers', { version: '1.2.0', build: build(2) })], mara)
    writeFileSync(join(store.folder, 'live.json'), JSON.stringify({ release: 4 }))
    cutLastEntry(store)
    store = new ReleaseStore(store.folder)
    expect([store.live()?.number, store.releaseNumbers()]).toEqual([4, [1, 2, 3, 4, 5]])
  }

  it('is no target of a rollback', () => {
    killed()
    expect(() => rollback(store, 5, mara)).toThrow('release 5 was never live; pin its versions')
    rollback(store, undefined, mara, ['drivers'])
    expect(versions()).toMatchObject({ drivers: '1.0.0' })
  })

  it('is passed by, after the next change too: no rollback leads to it', () => {
    killed()
    pin(store, [putRemote(store, 'users', { version: '1.2.0', build: build(2) })], mara)
    expect(store.live()).toMatchObject({ number: 6, previous: 4 })
    rollback(store, undefined, mara)
    expect(versions()).toEqual({ drivers: '1.1.0', users: '1.1.0', depots: '1.0.0' })
  })
})
