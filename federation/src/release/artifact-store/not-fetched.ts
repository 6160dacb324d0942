import { artifactFolder } from '../../schema/index.ts'
import { ReleaseError, type Refusal } from '../release-error.ts'
import type { ReleaseStore } from '../store.ts'
import { storeOf } from './store-of.ts'

type Waiting = { part: string; artifact: string; store: string }

/** Builds that are in the parts' own stores and not here, and the stores that could not be read. */
export async function notFetched(store: ReleaseStore, parts: string[]): Promise<{ waiting: Waiting[]; unread: Refusal[] }> {
  const asked = parts.map(async (part) => {
    try {
      const from = storeOf(store, part)
      const here = new Set(store.artifacts(part).map(artifactFolder))
      const builds = from ? (await from.builds(part)).filter((one) => !here.has(one)) : []
      return { waiting: builds.map((artifact) => ({ part, artifact, store: from?.address ?? '' })), unread: [] }
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      return { waiting: [], unread: error.refused.map((one) => ({ ...one, part })) }
    }
  })
  const all = await Promise.all(asked)
  return { waiting: all.flatMap(({ waiting }) => waiting), unread: all.flatMap(({ unread }) => unread) }
}
