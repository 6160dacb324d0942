import { readSettings } from '@interline/shared/session'
import { storedVerifier } from './stored-verifier.ts'

export type Begin = (newTab: boolean) => void

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/**
 * Prepares a sign-in that comes back to the address of this page. The act itself is synchronous: a browser opens a tab
 * only while it handles a click.
 */
export async function prepareBegin(): Promise<Begin> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const challenge = base64url(new Uint8Array(digest))
  return (newTab) => {
    storedVerifier.put({ verifier, closes: newTab })
    const { origin, pathname, search } = window.location
    const query = new URLSearchParams({ challenge, return_to: origin + pathname + search })
    const url = `${readSettings().apiUrl}/api/v1/user/auth/sso?${query.toString()}`
    if (newTab && window.open(url, '_blank')) return
    window.location.assign(url)
  }
}
