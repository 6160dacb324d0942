import { sealIntegrity, type DevOverride, type Release, type RemoteFailure } from '@interline/federation/runtime'
import { logFailure } from '@interline/shared/api'

/** The override of a page that has one; null in every other page, which loads none of this code. */
export async function openOverride(release: Release, report: (failure: RemoteFailure) => void) {
  const text = document.getElementById('interline-dev-override')?.textContent
  if (!text) return null
  try {
    // The code behind this is a file of the release as any other: it loads with the hash that the release names.
    sealIntegrity(release)
    const { openOverriddenPage } = await import('./override-banner.tsx')
    return await openOverriddenPage(JSON.parse(text) as DevOverride, release, report)
  } catch (error) {
    logFailure('Dev override', error)
    return null
  }
}
