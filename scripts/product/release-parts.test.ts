import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { freeze, ReleaseStore, unfreeze } from '@interline/federation/release'
import { builtRemote, builtShell, temporaryFolder } from '../../federation/src/testing/built-part.ts'
import { releaseParts } from './release-parts.ts'
import { type PartFolder } from '../workspace/parts.ts'

let folder: string
let logged: string[]

/** A part's folder whose `dist` is this build. */
function partOf(name: string, built: string): PartFolder {
  const part = join(dirname(built), 'dist')
  renameSync(built, part)
  return { name, folder: dirname(part) }
}
const start = (...parts: PartFolder[]) => {
  logged = []
  releaseParts(
    folder,
    parts,
    ({ name }) => `http://${name}.test`,
    (line) => logged.push(line),
  )
  return new ReleaseStore(folder).live()
}

beforeEach(() => void (folder = temporaryFolder()))

it('npm start publishes and pins what is new, also another build of the same version', () => {
  expect(start(partOf('shell', builtShell()), partOf('drivers', builtRemote('drivers')))?.number).toBe(1)
  expect(
    start(partOf('drivers', builtRemote('drivers', { build: '1'.repeat(12) })))?.remotes.drivers?.descriptor.build,
  ).toBe('1'.repeat(12))
  expect(start(partOf('drivers', builtRemote('drivers')))?.number).toBe(2)
})

it('npm run dev follows what was built, also back to a build that was published before', () => {
  const first = partOf('drivers', builtRemote('drivers'))
  start(partOf('shell', builtShell()), first)
  start(partOf('drivers', builtRemote('drivers', { build: '1'.repeat(12) })))
  releaseParts(
    folder,
    [first],
    ({ name }) => `http://${name}.test`,
    () => undefined,
    { follow: true },
  )
  expect(new ReleaseStore(folder).live()).toMatchObject({
    number: 3,
    remotes: { drivers: { descriptor: { build: '0'.repeat(12) } } },
  })
})

it('npm start leaves a frozen release as it is and says so; after unfreeze it goes on', () => {
  start(partOf('shell', builtShell()), partOf('drivers', builtRemote('drivers')))
  const store = new ReleaseStore(folder)
  freeze(store, { by: 'ines', reason: 'audit week' })
  const next = partOf('drivers', builtRemote('drivers', { version: '1.1.0', build: '1'.repeat(12) }))
  expect(start(next)?.number).toBe(1)
  expect(logged.join()).toMatch(/release 1 stays as it is: the releases are frozen by ines since .*: audit week/)
  unfreeze(store, { by: 'ines', reason: 'done' })
  expect(start(next)?.number).toBe(2)
})

it('npm start takes no name from another team, whose remote is live from elsewhere', () => {
  start(partOf('shell', builtShell()), partOf('drivers', builtRemote('drivers')))
  const mine = partOf(
    'drivers',
    builtRemote('drivers', { owner: 'Another team', version: '9.0.0', build: '9'.repeat(12) }),
  )
  releaseParts(
    folder,
    [mine],
    () => 'http://mine.test',
    (line) => logged.push(line),
  )
  const store = new ReleaseStore(folder)
  expect([store.liveNumber(), store.origins().drivers]).toEqual([1, 'http://drivers.test'])
  expect(logged.join()).toMatch(
    /drivers is live from http:\/\/drivers\.test and of ".+"; that of "Another team" here is not/,
  )
})

it('npm start pins a part that is served from another address, with the build that it has', () => {
  const drivers = partOf('drivers', builtRemote('drivers'))
  start(partOf('shell', builtShell()), drivers)
  releaseParts(
    folder,
    [drivers],
    ({ name }) => `http://${name}.elsewhere.test`,
    () => undefined,
  )
  expect(new ReleaseStore(folder).live()?.remotes.drivers).toMatchObject({
    url: `http://drivers.elsewhere.test/1.0.0-${'0'.repeat(12)}/`,
    descriptor: { version: '1.0.0' },
  })
})

it('npm start pins also in production without a report of the skew matrix', () => {
  vi.stubEnv('NODE_ENV', 'production')
  try {
    start(partOf('shell', builtShell()), partOf('drivers', builtRemote('drivers')))
    const next = partOf('drivers', builtRemote('drivers', { version: '1.1.0', build: '1'.repeat(12) }))
    expect(start(next)?.number).toBe(2)
  } finally {
    vi.unstubAllEnvs()
  }
})
