import type { ReleaseStore, SignedRelease } from '../release/store.ts'

/**
 * Reads the live release of a store; instead of one that is missing or cannot be trusted, what to tell the browser. Who runs this origin
 * is told the reason, once.
 */
export function liveReleaseOf(store: ReleaseStore, complain: (line: string) => void): () => SignedRelease | string {
  let complained = ''
  return () => {
    try {
      return store.liveSigned() ?? 'no release is live'
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      if (said !== complained) complain(said)
      complained = said
      return 'the live release is not what was signed; nothing is served of it'
    }
  }
}
