import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArtifactStore } from '../release/artifact-store/artifact-store.ts'
import { parseBuildName } from '../release/store/find-artifact.ts'
import { storeOf } from '../release/artifact-store/open-store.ts'
import { compressBeside } from '../release/store/compress.ts'
import { removeDrafts } from '../release/files/drafts.ts'
import { putFolder } from '../release/files/put-folder.ts'
import type { ReleaseStore } from '../release/store/store.ts'

/**
 * The outcome for a build that an origin was asked for: it is here now, its store has none, or it cannot be had now.
 */
type Fetched = 'here' | 'none' | 'failed'

/**
 * Less than it takes to publish a build and have it pinned: its origin has to know of it then, whatever it was asked
 * for before.
 */
const remembersListMs = 1000
const remembersFailureMs = 3000

/**
 * Fetches builds of a part from its store into `ORIGIN_STATE` when they are asked for, each once however many ask. What
 * the store has is remembered for 1 s, that a build could not be had for 3 s. A build that is not to the byte what its
 * descriptor says is not taken. Origins that share the folder may fetch the same build at once.
 */
export function fetchMissing(
  here: ReleaseStore,
  part: string,
  warn: (line: string) => void,
): (build: string) => Promise<Fetched> {
  let listed: Promise<Listed | null> | null = null
  const fetching = new Map<string, Promise<Fetched>>()
  storeOf(here, part)
  removeDrafts(here.state.buildPath(part, ''))

  const callLater = (ms: number, act: () => void) => void setTimeout(act, ms).unref()
  const warnOf = (what: string, error: unknown) =>
    warn(`${what}: ${error instanceof Error ? error.message : String(error)}`)

  async function list(): Promise<Listed | null> {
    try {
      const from = storeOf(here, part)
      return { from, builds: from ? await from.builds(part) : [] }
    } catch (error) {
      warnOf(`the builds of ${part} were not listed`, error)
      return null
    } finally {
      callLater(remembersListMs, () => (listed = null))
    }
  }

  async function fetchBuild(from: ArtifactStore, build: string): Promise<Fetched> {
    try {
      await takeFrom(from, here, part, build)
      return 'here'
    } catch (error) {
      warnOf(`${part}@${build} was not fetched`, error)
      return 'failed'
    } finally {
      callLater(remembersFailureMs, () => fetching.delete(build))
    }
  }

  return async (build) => {
    const named = parseBuildName(build)
    if (!named) return 'none'
    if ([here.artifactPath({ name: part, ...named }), here.state.buildPath(part, build)].some(existsSync)) return 'here'
    const known = await (listed ??= list())
    if (!known) return 'failed'
    if (!known.from || !known.builds.includes(build)) return 'none'
    const fetched = fetching.get(build) ?? fetchBuild(known.from, build)
    fetching.set(build, fetched)
    return fetched
  }
}

type Listed = { from: ArtifactStore | null; builds: string[] }

async function takeFrom(from: ArtifactStore, here: ReleaseStore, part: string, build: string) {
  const folder = mkdtempSync(join(tmpdir(), 'interline-fetch-'))
  try {
    // It checks what it took, with a parser of styles: most origins never need it.
    const { download } = await import('../release/artifacts/download.ts')
    const described = await download(from, part, build, folder)
    await compressBeside(folder, described.files)
    putFolder(folder, here.state.buildPath(part, build))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
