import { join } from 'node:path'
import { artifactFolder, type Descriptor } from '../../schema/index.ts'
import type { IncomingBuild } from '../commit/import-build.ts'
import { findArtifact, matchBuild, parsePin } from '../store/find-artifact.ts'
import type { ReleaseStore } from '../store/store.ts'
import { download } from './download.ts'
import { storeOf } from '../artifact-store/open-store.ts'

/**
 * A build that a pin means. `folder` is where it was downloaded to, `from` the store; both null when it is in
 * `DATA_DIR` already.
 */
export type Found = { descriptor: Descriptor; folder: string | null; from: string | null }

/**
 * Finds what `drivers@1.3.0` means here and in the part's store, and downloads it below `into` when it is only there.
 * A build that is here under its full name, or when `offline` under its version, is found without asking the store.
 */
export async function findBuild(
  store: ReleaseStore,
  wanted: string,
  into: string,
  { offline, env }: { offline: boolean; env?: NodeJS.ProcessEnv | undefined },
): Promise<Found> {
  const { name, version } = parsePin(wanted)
  const here = store.artifacts(name)
  const named = here.find((one) => artifactFolder(one) === version)
  if (named) return { descriptor: named, folder: null, from: null }
  const isEnough = offline && here.some((one) => one.version === version)
  const from = isEnough ? null : storeOf(store, name, env)
  if (!from) return { descriptor: findArtifact(store, wanted), folder: null, from: null }

  const builds = [...new Set([...here.map(artifactFolder), ...(await from.builds(name))])]
  const build = matchBuild(wanted, builds, store.parts())
  const known = here.find((one) => artifactFolder(one) === build)
  if (known) return { descriptor: known, folder: null, from: null }
  const folder = join(into, name, build)
  return { descriptor: await download(from, name, build, folder), folder, from: from.address }
}

/** Those of the builds that were downloaded, because the installation has none of them. */
export const incomingOf = (found: Found[]): IncomingBuild[] =>
  found.flatMap(({ descriptor, folder, from }) =>
    folder === null || from === null ? [] : [{ descriptor, folder, from }],
  )
