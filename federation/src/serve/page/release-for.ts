import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { getsCanary, type Visitor } from '../../release/canary/group.ts'
import { runningCanary } from '../../release/canary/running-canary.ts'
import { otherPageFormat } from '../../release/checks/page-format.ts'
import type { SignedRelease } from '../../release/store/store.ts'
import { adminCookie, leftCookie } from '../../schema/index.ts'
import type { ServedReleases } from './served-releases.ts'

/**
 * Which release a visitor gets: the live one, or the canary. For one that is missing or cannot be trusted it returns
 * what the browser gets instead; the log of this origin names the reason once. While the live one's shell reads another
 * page, everybody gets the last live one that was served.
 */
export function releasesOf(
  releases: ServedReleases,
  warn: (line: string) => void,
): (request: IncomingMessage) => SignedRelease | string {
  let lastWarning = ''
  let lastServed: SignedRelease | null = null
  const explain = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== lastWarning) warn(reason)
    lastWarning = reason
  }

  /** Why nobody gets a release though it is what was signed; null when nothing is against it. */
  function reasonAgainst({ release: { number, shell } }: SignedRelease): string | null {
    const [reason] = otherPageFormat(shell.descriptor)
    return reason === undefined ? null : `release ${number} is not served: ${reason}`
  }

  function canaryFor(visitor: Visitor): SignedRelease | null {
    try {
      const canary = runningCanary(releases)
      if (!canary || !getsCanary(canary, visitor)) return null
      const reason = reasonAgainst(canary.signed)
      if (reason !== null) throw new Error(reason)
      return canary.signed
    } catch (error) {
      explain(error)
      return null
    }
  }

  return (request) => {
    try {
      const live = releases.live()
      if (!live) return 'no release is live'
      const reason = reasonAgainst(live)
      if (reason === null) {
        lastServed = live
        return canaryFor(visitorOf(request)) ?? live
      }
      explain(lastServed ? `${reason}; release ${lastServed.release.number} is served on` : reason)
      return lastServed ?? reason
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
