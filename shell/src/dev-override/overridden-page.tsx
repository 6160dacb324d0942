import { openDevRemote } from '@interline/federation/dev-override'
import type { DevOverride, Release, RemoteFailure } from '@interline/federation/runtime'
import { session } from '@interline/shared/session'
import { endOverride } from './leave-override.ts'
import { OverrideBanner } from './override-banner.tsx'

/**
 * The release and remotes to run with a part from its source, and the banner that says so; null when nobody is signed
 * in, so that code from source never stands beside the fields of a password.
 */
export async function openOverriddenPage(
  override: DevOverride,
  released: Release,
  report: (failure: RemoteFailure) => void,
) {
  if (session.getState().token === null) {
    void endOverride()
    return null
  }
  const overridden = await openDevRemote(override, released, report)
  const { release, remotes } = overridden
  return { release, remotes, banner: <OverrideBanner overridden={overridden} /> }
}
