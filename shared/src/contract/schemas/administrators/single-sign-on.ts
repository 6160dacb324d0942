import { z } from 'zod'

const secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes as base64url')

/**
 * GET /user/auth/sso: leads the browser to the provider, and from there back to the page that began it. `challenge` is
 * the SHA-256 of a value that the page keeps (base64url of both), `return_to` the address of the page that is wanted
 * afterwards: one of the allowed origins, with a path. It comes back with `#sso-code=…`, or with `#sso-failure=…` and
 * one of `singleSignOnFailures`. To `confirm` who has a session, the provider is made to ask again, and it is
 * `#sso-confirm=…` or `#sso-confirm-failure=…`.
 */
export const beginSingleSignOn = z.object({
  challenge: secret,
  return_to: z.url({ protocol: /^https?$/ }).max(2000),
  purpose: z.enum(['sign-in', 'confirm']).default('sign-in'),
})

/**
 * POST /user/auth/sign-in-code: a session for a code and the value of the page that began, once. A code of a sign-in at
 * the provider is none of a link, so that nobody is signed in as somebody else by a link that is sent to them.
 */
export const exchangeSignInCode = z.object({ code: secret, verifier: secret, from: z.enum(['sso', 'link']) })
export type SignInCode = z.infer<typeof exchangeSignInCode>

/**
 * POST /admin/account/confirm/sign-in: with a code of a sign-in that was made to confirm, once. 400 with `errors` for
 * `code` when it was used, is too old, or is somebody else's.
 */
export const confirmBySignIn = z.object({ code: secret, verifier: secret })
export type ConfirmBySignIn = z.infer<typeof confirmBySignIn>
