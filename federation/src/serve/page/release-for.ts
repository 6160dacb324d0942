import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { getsCanary, type Visitor } from '../../release/canary/group.ts'
import { runningCanary } from '../../release/canary/running-canary.ts'
import { adminCookie, leftCookie } from '../../schema/index.ts'
import type { ServedRelease, ServedReleases } from './served-releases.ts'

/**
 * Which release a visitor gets: the live one, or the canary. For one that is missing or cannot be trusted it returns
 * what the browser gets instead; the log of this origin names the reason once.
 */
export function releasesOf(
  releases: ServedReleases,
  warn: (line: string) => void,
): (request: IncomingMessage) => ServedRelease | string {
  let lastWarning = ''
  const explain = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== lastWarning) warn(reason)
    lastWarning = reason
  }

  function canaryFor(visitor: Visitor): ServedRelease | null {
    try {
      const canary = runningCanary(releases)
      return canary && getsCanary(canary, visitor) ? canary.signed : null
    } catch (error) {
      explain(error)
      return null
    }
  }

  return (request) => {
    try {
      const live = releases.live()
      return live ? (canaryFor(visitorOf(request)) ?? live) : 'no release is live'
    } catch (error) {
      explain(error)
      return 'the live release is not what was signed; nothing is served of it'
    }
  }
}

/** Who asks, by the cookies that the shell set; what is not one of ours counts as nobody. */
function visitorOf({ headers: { cookie = '' } }: IncomingMessage): Visitor {
  const { [adminCookie]: admin, [leftCookie]: left = '' } = parseCookie(cookie)
  return { admin: admin || null, left: /^\d{1,9}$/.test(left) ? Number(left) : null }
}
