import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { getsCanary, type Visitor } from '../../release/canary/group.ts'
import type { SignedRelease } from '../../release/store/store.ts'
import { adminCookie, leftCookie } from '../../schema/index.ts'
import type { ServedReleases } from './served-releases.ts'

/**
 * The release that a visitor gets: the live one, or the canary. Where there is none to serve it returns what the
 * browser gets instead; the log of this origin names the reason.
 */
export function releaseFor(releases: ServedReleases, request: IncomingMessage): SignedRelease | string {
  const live = releases.live()
  if (!live)
    return releases.refused === null ? 'no release is live' : 'the live release is refused; nothing is served of it'
  const running = releases.canary()
  return running && getsCanary(running.canary, visitorOf(request)) ? running.signed : live
}

/** The visitor, by the cookies that the shell set. */
function visitorOf({ headers: { cookie = '' } }: IncomingMessage): Visitor {
  const { [adminCookie]: admin, [leftCookie]: left } = parseCookie(cookie)
  return { admin: admin || null, left: left || null }
}
