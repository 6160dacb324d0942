import { mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { lock, ReleaseStore, unlock } from '@interline/federation/release'
import { builtRemote, builtShell } from '../federation/src/testing/built-part.ts'
import { releaseParts } from './release-parts.ts'
import type { PartFolder } from './parts.ts'

let folder: string
let said: string[]

/** A part's folder whose `dist` is this build. */
function partOf(name: string, built: string): PartFolder {
  const part = join(dirname(built), 'dist')
  renameSync(built, part)
  return { name, folder: dirname(part) }
}
const start = (...parts: PartFolder[]) => {
  said = []
  releaseParts(folder, parts, ({ name }) => `http://${name}.test`, (line) => said.push(line))
  return new ReleaseStore(folder).live()
}

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'interline-run-'))))

it('npm start publishes and pins what is new, also another build of the same version', () => {
  expect(start(partOf('shell', builtShell()), partOf('drivers', builtRemote('drivers')))?.number).toBe(1)
  expect(start(partOf('drivers', builtRemote('drivers', { build: '1'.repeat(12) })))?.remotes.drivers?.descriptor.build).toBe('1'.repeat(12))
  expect(start(partOf('drivers', builtRemote('drivers')))?.number).toBe(2)
})

it('npm run dev follows what was built, also back to a build that was published before', () => {
  const first = partOf('drivers', builtRemote('drivers'))
  start(partOf('shell', builtShell()), first)
  start(partOf('drivers', builtRemote('drivers', { build: '1'.repeat(12) })))
  releaseParts(folder, [first], ({ name }) => `http://${name}.test`, () => undefined, { follow: true })
  expect(new ReleaseStore(folder).live()).toMatchObject({ number: 3, remotes: { drivers: { descriptor: { build: '0'.repeat(12) } } } })
})

it('npm start leaves a locked release as it is and says so; after unlock it goes on', () => {
  start(partOf('shell', builtShell()), partOf('drivers', builtRemote('drivers')))
  const store = new ReleaseStore(folder)
  lock(store, { by: 'ines', reason: 'audit week' })
  const next = partOf('drivers', builtRemote('drivers', { version: '1.1.0', build: '1'.repeat(12) }))
  expect(start(next)?.number).toBe(1)
  expect(said.join()).toMatch(/release 1 stays as it is: the releases are locked by ines since .*: audit week/)
  unlock(store, { by: 'ines', reason: 'done' })
  expect(start(next)?.number).toBe(2)
})
