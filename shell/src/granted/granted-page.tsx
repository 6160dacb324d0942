import { openGrantedRemote } from '@interline/federation/granted'
import type { RemoteFailure, VerifiedRelease } from '@interline/federation/runtime'
import { session } from '@interline/shared'
import { GrantBanner } from './grant-banner.tsx'
import { endGrant } from './leave-grant.ts'

/** The release and remotes to run with a part from its source, and the banner that says so; null when the page's grant is not for here and now. */
export async function openGrantedPage(verified: VerifiedRelease, report: (failure: RemoteFailure) => void) {
  const granted = await openGrantedRemote(verified, session.getState().token, report)
  if ('refused' in granted) {
    console.info(`Interline: the grant of this page is not used: ${granted.refused}`)
    if (granted.refused === 'session' || granted.refused === 'expired') void endGrant()
    return null
  }
  const { release, remotes } = granted
  return { release, remotes, banner: <GrantBanner granted={granted} /> }
}
