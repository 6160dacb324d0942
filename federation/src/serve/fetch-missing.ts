import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArtifactStore } from '../release/artifact-store/artifact-store.ts'
import { parseBuildName } from '../release/artifact-store/build-name.ts'
import { download } from '../release/artifact-store/download.ts'
import { storeOf } from '../release/artifact-store/store-of.ts'
import { compressBeside } from '../release/compress.ts'
import type { ReleaseStore } from '../release/store.ts'

/** What became of a build that an origin was asked for: it is here now, its store has none, or it cannot be had now. */
type Fetched = 'here' | 'none' | 'failed'

/** Less than it takes to publish a build and have it pinned: its origin has to know of it then, whatever it was asked for before. */
const remembersListMs = 1000
const remembersFailureMs = 3000

/**
 * Fetches builds of a part from its store when they are asked for, each once however many ask. What the store has is remembered for 1 s,
 * that a build could not be had for 3 s. A build that is not to the byte what its descriptor says is not taken.
 */
export function fetchMissing(here: ReleaseStore, part: string, complain: (line: string) => void): (build: string) => Promise<Fetched> {
  let listed: Promise<Listed | null> | null = null
  const fetching = new Map<string, Promise<Fetched>>()
  storeOf(here, part)

  const later = (ms: number, act: () => void) => void setTimeout(act, ms).unref()
  const tell = (what: string, error: unknown) => complain(`${what}: ${error instanceof Error ? error.message : String(error)}`)

  async function list(): Promise<Listed | null> {
    try {
      const from = storeOf(here, part)
      return { from, builds: from ? await from.builds(part) : [] }
    } catch (error) {
      tell(`the builds of ${part} were not listed`, error)
      return null
    } finally {
      later(remembersListMs, () => (listed = null))
    }
  }

  async function fetchBuild(from: ArtifactStore, build: string): Promise<Fetched> {
    try {
      await takeFrom(from, here, part, build)
      return 'here'
    } catch (error) {
      tell(`${part}@${build} was not fetched`, error)
      return 'failed'
    } finally {
      later(remembersFailureMs, () => fetching.delete(build))
    }
  }

  return async (build) => {
    const named = parseBuildName(build)
    if (!named) return 'none'
    if (existsSync(here.artifactPath({ name: part, ...named }))) return 'here'
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
    const described = await download(from, part, build, folder)
    await compressBeside(folder, described.files)
    here.putArtifact(folder, described)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
