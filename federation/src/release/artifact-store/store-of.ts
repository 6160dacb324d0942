import type { ReleaseStore } from '../store.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { openArtifactStore } from './open-store.ts'

/** The store that a part's team publishes in: what `stores.json` says of it, else `ARTIFACT_STORE`; null when it is `DATA_DIR` alone. */
export function storeOf(store: ReleaseStore, part: string, env: NodeJS.ProcessEnv = process.env): ArtifactStore | null {
  const own = new Map(Object.entries(store.stores())).get(part)
  if (own !== undefined) return openArtifactStore(own, `stores.json: ${part}`, env)
  return env.ARTIFACT_STORE ? openArtifactStore(env.ARTIFACT_STORE, 'ARTIFACT_STORE', env) : null
}
