import { readSettings } from '@interline/shared/session'
import { storedVerifier } from './stored-verifier.ts'

export type Begin = {
  /** Opens the provider in a new tab, which closes when it comes back; false where the browser opens none. */
  inNewTab: () => boolean
  /** Leaves this page. */
  here: () => void
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/**
 * Prepares a sign-in that comes back to the address of this page, or one that confirms who is signed in. The acts
 * themselves are synchronous: a browser opens a tab only while it handles a click.
 */
export async function prepareBegin(purpose: 'sign-in' | 'confirm' = 'sign-in'): Promise<Begin> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const challenge = base64url(new Uint8Array(digest))
  const begin = (closes: boolean) => {
    storedVerifier.put({ verifier, closes })
    const { origin, pathname, search } = window.location
    const query = new URLSearchParams({
      challenge,
      return_to: origin + pathname + search,
      ...(purpose === 'confirm' && { purpose }),
    })
    return `${readSettings().apiUrl}/api/v1/user/auth/sso?${query.toString()}`
  }
  return {
    inNewTab: () => window.open(begin(true), '_blank') !== null,
    here: () => window.location.assign(begin(false)),
  }
}
