import { sealIntegrity, type RemoteFailure, type VerifiedRelease } from '@interline/federation/runtime'
import { logFailure } from '@interline/shared'

/** What runs in a page that carries a grant; null in every other page, which loads nothing of this. */
export async function openGranted(verified: VerifiedRelease, report: (failure: RemoteFailure) => void) {
  if (!document.getElementById('interline-grant')) return null
  try {
    // The code behind this is a file of the release as any other: it loads with the hash that the release names.
    sealIntegrity(verified.release)
    const { openGrantedPage } = await import('./granted-page.tsx')
    return await openGrantedPage(verified, report)
  } catch (error) {
    logFailure('Grant', error)
    return null
  }
}
