import { artifactFolder } from '../../schema/index.ts'
import { ReleaseError, type Violation } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import { storeOf } from '../artifact-store/open-store.ts'

type Waiting = { part: string; artifact: string; store: string }

/** Builds that are in the parts' own stores and not here, and the stores that could not be read. */
export async function notFetched(
  store: ReleaseStore,
  parts: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ waiting: Waiting[]; unread: Violation[] }> {
  const requests = parts.map(async (part) => {
    try {
      const from = storeOf(store, part, env)
      const here = new Set(store.artifacts(part).map(artifactFolder))
      const builds = from ? (await from.builds(part)).filter((one) => !here.has(one)) : []
      return { waiting: builds.map((artifact) => ({ part, artifact, store: from?.address ?? '' })), unread: [] }
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      return { waiting: [], unread: error.refused.map((one) => ({ ...one, part })) }
    }
  })
  const all = await Promise.all(requests)
  return { waiting: all.flatMap(({ waiting }) => waiting), unread: all.flatMap(({ unread }) => unread) }
}
