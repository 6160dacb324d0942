import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReleaseStore } from '../index.ts'
import { findArtifact, pin, publish, rollback } from '../index.ts'
import { builtRemote, builtShell } from '../../testing/built-part.ts'
import { newStore } from '../../testing/stored-parts.ts'
import type { RemoteDescriptor } from '../../schema/index.ts'

const change = { reason: 'because', by: 'mara' }
const origins = { shell: 'http://localhost:3000', drivers: 'http://localhost:3001', users: 'http://localhost:3002' }
let store: ReleaseStore

const published = (folder: string) => publish(store, folder, { again: 'rebuild' }).descriptor
const drivers = (overrides: Partial<RemoteDescriptor> = {}) => published(builtRemote('drivers', overrides))

beforeEach(() => {
  store = newStore()
  store.putOrigins(origins)
})

describe('publish', () => {
  it('puts a build at its version and build, compressed beside, and a second time says it was there', () => {
    const folder = builtRemote('drivers')
    expect(publish(store, folder).isNew).toBe(true)
    expect(publish(store, folder).isNew).toBe(false)
    const target = join(store.folder, 'artifacts/drivers/1.0.0-000000000000')
    expect(existsSync(join(target, 'remote.1.js.br'))).toBe(true)
    expect(existsSync(join(target, 'routes.1.js.br'))).toBe(false)
  })

  it('refuses a file that is not what the descriptor says', () => {
    const folder = builtRemote('drivers')
    appendFileSync(join(folder, 'routes.1.js'), ' ')
    expect(() => publish(store, folder)).toThrow(/drivers, files: routes\.1\.js is not what the descriptor says/)
    expect(store.artifacts('drivers')).toEqual([])
  })

  it.each([
    ['a descriptor that is not JSON', () => withDescriptor('<!doctype html>'), /remote\.json: is not JSON/],
    [
      'a descriptor without integrity',
      () => withDescriptor('{"kind":"remote","name":"drivers"}'),
      /remote\.json: title/,
    ],
  ])('refuses %s and names it', (_, folder, reason) => {
    expect(() => publish(store, folder())).toThrow(reason)
  })
})

function withDescriptor(text: string) {
  const folder = builtRemote('drivers')
  writeFileSync(join(folder, 'remote.json'), text)
  return folder
}

describe('pin', () => {
  it('writes release n+1 with the descriptor verbatim and where it is served from', () => {
    pin(store, [published(builtShell()), drivers()], change)
    const second = pin(store, [published(builtRemote('users'))], change)
    expect(second.number).toBe(2)
    expect(store.live()).toEqual(second)
    expect(second.remotes.drivers).toEqual({
      url: 'http://localhost:3001/1.0.0-000000000000/',
      descriptor: store.artifacts('drivers')[0],
    })
    expect(Object.keys(store.readRelease(1).remotes)).toEqual(['drivers'])
  })

  it('finds a part by version, and by version and build', () => {
    drivers()
    drivers({ version: '1.1.0' })
    expect(findArtifact(store, 'drivers@1.1.0').version).toBe('1.1.0')
    expect(findArtifact(store, 'drivers@1.0.0-000000000000').version).toBe('1.0.0')
  })

  it.each<[string, Partial<RemoteDescriptor>, RegExp]>([
    [
      'another Module Federation runtime',
      { requires: requires({ mfRuntime: '^3.0.0' }) },
      /needs Module Federation runtime/,
    ],
    [
      'a shared package out of range',
      { requires: requires({ shared: { react: '^18.0.0' } }) },
      /needs react \^18\.0\.0, the shell provides 19\.3\.1/,
    ],
    [
      'a shared package that nobody provides',
      { requires: requires({ shared: { lodash: '^4.0.0' } }) },
      /the shell provides none/,
    ],
    ['a route of another remote', { routes: ['/drivers'] }, /its route \/drivers is taken by drivers/],
    ['the shell’s own route', { routes: ['/'] }, /taken by the shell/],
    [
      'the global of another remote',
      { entry: { file: 'remote.1.js', global: 'drivers_000000000000' } },
      /is also that of drivers/,
    ],
  ])('refuses %s, with the reason, and leaves the live release as it was', (_, overrides, reason) => {
    const first = pin(store, [published(builtShell()), drivers()], change)
    const users = published(builtRemote('users', overrides))
    expect(() => pin(store, [users], change)).toThrow(reason)
    expect(store.live()).toEqual(first)
    expect(store.releaseNumbers()).toEqual([1])
  })

  it('refuses a part that nobody knows where to find', () => {
    pin(store, [published(builtShell())], change)
    expect(() => pin(store, [published(builtRemote('payments'))], change)).toThrow(
      /where "payments" is served from is not known/,
    )
  })

  it('refuses a number that another manager took in between', () => {
    const first = pin(store, [published(builtShell()), drivers()], change)
    expect(() => store.putRelease({ ...first, reason: 'mine' })).toThrow(/made by somebody else/)
    expect(store.live()?.reason).toBe('because')
    store.putRelease({ ...first, number: 5 })
    expect(() => store.putRelease({ ...first, number: 3 })).toThrow(
      /release 3 was made by somebody else in the meantime/,
    )
    expect(store.live()?.number).toBe(5)
  })
})

describe('roll back', () => {
  it('writes a new, higher release with the pins of the one before', () => {
    const first = pin(store, [published(builtShell()), drivers()], change)
    pin(store, [drivers({ version: '1.1.0' })], change)
    const third = rollback(store, undefined, change)
    expect(third.number).toBe(3)
    expect(third.remotes).toEqual(first.remotes)
    expect(rollback(store, 2, change).remotes.drivers?.descriptor.version).toBe('1.1.0')
  })
})

function requires(part: Partial<RemoteDescriptor['requires']>): RemoteDescriptor['requires'] {
  return { shell: '^1.0.0', mfRuntime: '^2.9.2', shared: {}, backend: [], ...part }
}
