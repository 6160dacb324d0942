import {} from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
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

it('npm start publishes what has no evidence, pins it only when the policy does not ask for any, and says what to run', () => {
  start(partOf('shell', builtShell()), partOf('drivers', builtRemote('drivers')))
  writeFileSync(join(folder, 'policy.json'), '{"requireEvidence":true}')
  const next = partOf('drivers', builtRemote('drivers', { version: '1.1.0', build: '1'.repeat(12) }))
  expect(start(next)?.number).toBe(1)
  expect(logged.join()).toMatch(
    /not pinned: these parts cannot be released together:\n {2}drivers, skew: no evidence for drivers@1\.1\.0-1{12} .*run: npm run skew -- drivers@1\.1\.0-1{12}/,
  )
  expect(new ReleaseStore(folder).artifacts('drivers').map(({ version }) => version)).toEqual(['1.1.0', '1.0.0'])

  releaseParts(
    folder,
    [partOf('drivers', builtRemote('drivers', { version: '1.2.0', build: '2'.repeat(12) }))],
    ({ name }) => `http://${name}.elsewhere.test`,
    () => undefined,
  )
  expect(new ReleaseStore(folder).live()?.remotes.drivers).toMatchObject({
    url: `http://drivers.elsewhere.test/1.0.0-${'0'.repeat(12)}/`,
    descriptor: { version: '1.0.0' },
  })
})
