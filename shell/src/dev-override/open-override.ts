import { sealIntegrity, type Release, type RemoteFailure } from '@interline/federation/runtime'
import { logFailure } from '@interline/shared/api'

/** What runs in a page that has a grant; null in every other page, which loads none of this code. */
export async function openOverride(release: Release, report: (failure: RemoteFailure) => void) {
  if (!document.getElementById('interline-grant')) return null
  try {
    // The code behind this is a file of the release as any other: it loads with the hash that the release names.
    sealIntegrity(release)
    const { openOverriddenPage } = await import('./overridden-page.tsx')
    return await openOverriddenPage(release, report)
  } catch (error) {
    logFailure('Grant', error)
    return null
  }
}
