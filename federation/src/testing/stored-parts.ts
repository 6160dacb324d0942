import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publish } from '../release/artifacts/publish.ts'
import { makeReleaseKey } from '../release/keys/release-key.ts'
import { ReleaseStore } from '../release/store/store.ts'
import type { Descriptor, RemoteDescriptor, ShellDescriptor } from '../schema/index.ts'
import { builtRemote, builtShell, temporaryFolder } from './built-part.ts'

export const mara = { reason: 'because', by: 'mara' }

/** A build id out of one digit. */
export const build = (digit: number) => String(digit).repeat(12)

/** An empty store with a key, whose origin was started. */
export function newStore(folder = temporaryFolder()): ReleaseStore {
  makeReleaseKey(join(folder, 'release-key.pem'))
  const store = new ReleaseStore(folder)
  store.state.open()
  return store
}

/** A store that knows where shell, drivers and users are served from. */
export function storeOfThree(origins: Record<string, string> = {}): ReleaseStore {
  const store = newStore()
  store.putOrigins({
    shell: 'http://localhost:3000',
    drivers: 'http://localhost:3001',
    users: 'http://localhost:3002',
    ...origins,
  })
  return store
}

export const putShell = (store: ReleaseStore, overrides: Partial<ShellDescriptor> = {}): Descriptor =>
  publish(store, builtShell(overrides), { by: 'mara' }).descriptor

export const putRemote = (store: ReleaseStore, name: string, overrides: Partial<RemoteDescriptor> = {}): Descriptor =>
  publish(store, builtRemote(name, overrides), { by: 'mara', again: 'rebuild' }).descriptor

/** Takes the last entry out of the log, as when the process was killed before it wrote it. */
export function cutLastEntry(store: ReleaseStore) {
  const file = join(store.folder, 'log.jsonl')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\n]*\n$/, ''))
}

/** Turns over one bit of a file. */
export function flipByte(file: string, at = 0) {
  const content = readFileSync(file)
  const offset = Math.min(at, content.length - 1)
  content.writeUInt8(content.readUInt8(offset) ^ 1, offset)
  writeFileSync(file, content)
}

/** Rewrites a built part's descriptor. */
export function describeAnew(folder: string, change: (descriptor: RemoteDescriptor) => object): string {
  const file = join(folder, 'remote.json')
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as RemoteDescriptor)))
  return folder
}
