import type { IncomingMessage } from 'node:http'
import { getsCanary, type Visitor } from '../release/canary/group.ts'
import { runningCanary } from '../release/canary/running-canary.ts'
import type { ReleaseStore, SignedRelease } from '../release/store.ts'
import { adminCookie, leftCookie } from '../schema/index.ts'

/**
 * Reads the release of a store that a visitor gets: the live one, or the canary. Instead of one that is missing or cannot be trusted,
 * what to tell the browser. Who runs this origin is told the reason, once.
 */
export function releasesOf(store: ReleaseStore, complain: (line: string) => void): (request: IncomingMessage) => SignedRelease | string {
  let complained = ''
  const explain = (error: unknown) => {
    const said = error instanceof Error ? error.message : String(error)
    if (said !== complained) complain(said)
    complained = said
  }

  function canaryFor(visitor: Visitor): SignedRelease | null {
    try {
      const canary = runningCanary(store)
      return canary && getsCanary(canary, visitor) ? canary.signed : null
    } catch (error) {
      explain(error)
      return null
    }
  }

  return (request) => {
    try {
      const live = store.liveSigned()
      return live ? (canaryFor(visitorOf(request)) ?? live) : 'no release is live'
    } catch (error) {
      explain(error)
      return 'the live release is not what was signed; nothing is served of it'
    }
  }
}

/** Who asks, by the cookies that the shell set; what is not one of ours counts as nobody. */
function visitorOf({ headers: { cookie = '' } }: IncomingMessage): Visitor {
  const value = (name: string) => cookie.split('; ').find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
  const left = value(leftCookie)
  return { admin: value(adminCookie) || null, left: left !== null && /^\d{1,9}$/.test(left) ? Number(left) : null }
}
