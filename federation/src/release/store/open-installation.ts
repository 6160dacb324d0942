import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeReleaseKey, parsePublicKeys } from '../keys/release-key.ts'
import { ReleaseError } from '../report/release-error.ts'
import { ReleaseStore } from './store.ts'

/**
 * The installation in DATA_DIR, with the key, the public keys and the folder of origins that the settings name. One
 * that is not there is an error, and nothing is made: the path may be mistyped.
 */
export function openInstallation(dataDir: string, env: NodeJS.ProcessEnv): ReleaseStore {
  const folder = resolve(dataDir)
  requireNoEarlierVersion(folder)
  const missing = ['artifacts', 'releases'].find((name) => !existsSync(join(folder, name)))
  if (missing)
    throw new ReleaseError(
      `there is no installation at ${folder}; its folder "${missing}" is missing. Set DATA_DIR to where it is, or begin one: release init --key FILE`,
    )
  return new ReleaseStore(dataDir, optionsOf(env))
}

/** The builds for a remote's origin: it may know no more than its team's store, and makes nothing in DATA_DIR. */
export const openBuilds = (dataDir: string, env: NodeJS.ProcessEnv) =>
  new ReleaseStore(dataDir, { ...optionsOf(env), isReadOnly: true })

/** The installation in DATA_DIR, which `npm start` begins, with a key of its own, where there is none. */
export function beginInstallation(dataDir: string, env: NodeJS.ProcessEnv): ReleaseStore {
  requireNoEarlierVersion(resolve(dataDir))
  const isNew = !existsSync(join(dataDir, 'releases'))
  const store = new ReleaseStore(dataDir, optionsOf(env))
  if (isNew && !existsSync(store.keyFile)) makeReleaseKey(store.keyFile)
  return store
}

const optionsOf = (env: NodeJS.ProcessEnv) => ({
  key: env.RELEASE_KEY || undefined,
  publicKeys: parsePublicKeys(env),
  originState: env.ORIGIN_STATE || undefined,
})

/** Throws in the folder of a version that signed releases with keys of its own; nothing there is touched. */
export function requireNoEarlierVersion(folder: string) {
  if (existsSync(join(folder, 'keys', 'keys.json')))
    throw new ReleaseError(
      `${folder} holds releases of an earlier version of Interline, which this one does not read; begin anew in another DATA_DIR`,
    )
}
