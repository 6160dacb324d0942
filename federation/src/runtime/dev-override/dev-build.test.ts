import { describe, expect, it } from 'vitest'
import type { Release } from '../../schema/index.ts'
import { devFilesOf, readDevBuild } from './dev-build.ts'

const origin = 'http://localhost:3190'
const override = { remote: 'drivers', origin }
const release = {
  remotes: {
    drivers: { descriptor: { name: 'drivers', routes: ['/drivers'] } },
    users: { descriptor: { name: 'users', routes: ['/users'] } },
  },
} as unknown as Release
const integrity = `sha384-${'a'.repeat(64)}`
const descriptor = {
  name: 'drivers',
  version: '1.0.0',
  build: '0123456789ab',
  routes: ['/drivers'],
  sidebar: [],
  files: [{ path: 'remote.1.js', bytes: 1, integrity }],
  entry: { file: 'remote.1.js', global: 'drivers_0123456789ab' },
  exposes: { './routes': { js: [], css: [] } },
}

describe('a build at the origin of a dev override', () => {
  it('is taken, with an address of its own below that origin', () => {
    expect(readDevBuild(descriptor, override, release)).toEqual({ url: `${origin}/1.0.0-0123456789ab/`, descriptor })
  })

  it.each([
    [
      'is of another remote',
      { name: 'users' },
      /the dev override is for drivers, and http:\/\/localhost:3190 serves users/,
    ],
    ['has no name', { name: undefined }, /serves undefined/],
    ['has a file without a hash', { files: [{ path: 'remote.1.js', bytes: 1 }] }, /not a finished descriptor/],
    [
      'has a weaker hash',
      { files: [{ path: 'remote.1.js', bytes: 1, integrity: 'sha256-abc' }] },
      /not a finished descriptor/,
    ],
    [
      'has a file elsewhere',
      { files: [{ path: '../../other/x.js', bytes: 1, integrity }] },
      /not a finished descriptor/,
    ],
    ['has an address for a version', { version: '1.0.0/../..' }, /not a finished descriptor/],
    [
      'would fill a global of others',
      { entry: { file: 'remote.1.js', global: 'React' } },
      /global React does not carry the build id/,
    ],
    ['takes a route of another remote', { routes: ['/drivers', '/users'] }, /users has one of its routes/],
  ])('is not taken when it %s', (_, differ, reason) => {
    expect(() => readDevBuild({ ...descriptor, ...differ }, override, release)).toThrow(reason)
  })

  it.each([[null], ['text'], [[]]])('is not taken when it is %j', (value) => {
    expect(() => readDevBuild(value, override, release)).toThrow(/serves undefined/)
  })
})

describe('the hashes that a dev override lets in', () => {
  const build = readDevBuild(descriptor, override, release)

  it('are those of its builds, below its origin, and no file gets another one later', () => {
    const files = devFilesOf(origin)
    expect(files.integrityOf(`${build.url}remote.1.js`)).toBeUndefined()
    files.admit(build)
    files.admit({
      ...build,
      descriptor: {
        ...build.descriptor,
        files: [{ path: 'remote.1.js', bytes: 1, integrity: `sha384-${'b'.repeat(64)}` }],
      },
    })
    expect(files.integrityOf(`${build.url}remote.1.js`)).toBe(integrity)
    expect(files.integrityOf(`${build.url}other.js`)).toBeUndefined()
  })

  it('are none of another origin', () => {
    expect(() => devFilesOf(origin).admit({ ...build, url: 'http://localhost:3001/1.0.0-0123456789ab/' })).toThrow(
      /is not below/,
    )
    expect(() => devFilesOf(origin).admit({ ...build, url: `${origin}0/1.0.0-0123456789ab/` })).toThrow(/is not below/)
  })
})
