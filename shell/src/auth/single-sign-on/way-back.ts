import type { SignInCode } from '@interline/shared/contract'
import { storedVerifier, takeFromAddress } from '../../at-provider/stored-verifier.ts'

/** With what a browser comes back from the provider, or from a link of `npm run admin`. */
export type WayBack = { given: SignInCode; closes: boolean } | { failure: string }

/** Whether an address holds such. */
export const isWayBack = (hash: string) => /^#(sso-code|sso-failure|sign-in)=/.test(hash)

/** Takes it out of the address. A code of a sign-in that this browser did not begin is a failure. */
export function takeWayBack(): WayBack | undefined {
  if (!isWayBack(window.location.hash)) return undefined
  const found = takeFromAddress()
  const failure = found.get('sso-failure')
  if (failure !== null) return { failure }
  const [linkCode, linkVerifier] = (found.get('sign-in') ?? '').split('.')
  if (linkCode && linkVerifier)
    return { given: { code: linkCode, verifier: linkVerifier, from: 'link' }, closes: false }
  const stored = storedVerifier.take()
  const code = found.get('sso-code')
  if (!code || !stored) return { failure: 'expired' }
  return { given: { code, verifier: stored.verifier, from: 'sso' }, closes: stored.closes }
}
