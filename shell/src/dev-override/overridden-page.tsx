import { openDevRemote } from '@interline/federation/dev-override'
import type { Release, RemoteFailure } from '@interline/federation/runtime'
import { session } from '@interline/shared/session'
import { OverrideBanner } from './override-banner.tsx'
import { endOverride } from './leave-override.ts'

/**
 * The release and remotes to run with a part from its source, and the banner that says so; null when the page's grant
 * is not for here and now.
 */
export async function openOverriddenPage(released: Release, report: (failure: RemoteFailure) => void) {
  const overridden = await openDevRemote(released, session.getState().token, report)
  if ('refused' in overridden) {
    console.info(`Interline: the grant of this page is not used: ${overridden.refused}`)
    if (overridden.refused === 'session' || overridden.refused === 'expired') void endOverride()
    return null
  }
  const { release, remotes } = overridden
  return { release, remotes, banner: <OverrideBanner overridden={overridden} /> }
}
