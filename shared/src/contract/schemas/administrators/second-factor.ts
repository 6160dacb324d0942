import { z } from 'zod'
import { factorMaxLength } from '../../lengths.ts'
import { id, instant, problem } from '../envelope.ts'
import { password, text } from '../text.ts'
import { problemCodes } from '../../administrators/problem-codes.ts'

/** How somebody can show that it is them. `password` is for accounts without a second factor, and to confirm. */
export const proofMethod = z.enum(['totp', 'passkey', 'recovery-code', 'password'])
export type ProofMethod = z.infer<typeof proofMethod>

/** WebAuthn's options as JSON, for `startAuthentication` and `startRegistration` of @simplewebauthn/browser. */
const webAuthnOptions = z.record(z.string(), z.unknown())

/** The proof that is asked for: `token` goes back with the proof, within five minutes. */
export const factorChallenge = z.object({
  token: z.string(),
  methods: z
    .array(proofMethod)
    .describe('Empty of an account with neither second factor nor password: it has to sign in again instead.'),
  passkey: webAuthnOptions.nullable().describe('Of an account with passkeys.'),
  provider: z
    .string()
    .optional()
    .describe('To confirm: what the provider is called where this person can sign in once more instead.'),
})
export type FactorChallenge = z.infer<typeof factorChallenge>

/**
 * The 401 of POST /user/auth/admin-login for an account with a second factor: an error with a message for clients that
 * know no second factor.
 */
export const secondFactorNeeded = problem.extend({
  code: z.literal(problemCodes.secondFactorNeeded),
  second_factor: factorChallenge,
})

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/, 'must be base64url')
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
}

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

const token = z.string().min(1).max(200)
const totpCode = z.string().regex(/^\d{6}$/, 'must have six digits')

/** A factor. A recovery code may be written with or without its dashes, in small or large letters. */
export const proof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('totp'), code: totpCode }),
  z.object({ method: z.literal('recovery-code'), code: text(factorMaxLength) }),
  z.object({ method: z.literal('passkey'), response: assertion }),
  z.object({ method: z.literal('password'), password }),
])
export type Proof = z.infer<typeof proof>

/**
 * POST /user/auth/second-factor answers `loginData`. 401 when the factor is not right or the token is not good any
 * more: with `errors` for the field `proof` the same token can be tried again, for `token` the sign-in begins anew.
 */
export const answerChallenge = z.object({ token, proof })
export type AnswerChallenge = z.infer<typeof answerChallenge>

const passkey = z.object({
  _id: id,
  name: z.string(),
  createdAt: instant,
  last_used_at: instant.nullable(),
})
export type Passkey = z.infer<typeof passkey>

/** One's own: GET /admin/account/second-factor. */
export const ownSecondFactor = z.object({
  required: z.boolean().describe('The policy of the installation asks for one.'),
  authenticator: z.object({ createdAt: instant }).nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number().int().nonnegative(),
})
export type OwnSecondFactor = z.infer<typeof ownSecondFactor>

/** POST /admin/account/second-factor/authenticator/begin: the key in base32, and the address for a QR code. */
export const newAuthenticator = z.object({ secret: z.string(), uri: z.string() })
export type NewAuthenticator = z.infer<typeof newAuthenticator>

/** POST …/authenticator/confirm: a code of the new app. 400 with `errors` for `code` when it is not right. */
export const confirmAuthenticator = z.object({ code: totpCode })

/** Recovery codes are shown once; null when the ones from before stay. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** POST …/passkeys/begin: what the browser makes a passkey with. */
export const newPasskey = z.object({ token: z.string(), options: webAuthnOptions })
export type NewPasskey = z.infer<typeof newPasskey>

const passkeyName = text(factorMaxLength)

/** POST …/passkeys/add. 400 with `errors` for `response` when it does not answer what was asked for. */
export const addPasskey = z.object({
  token,
  name: passkeyName,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      authenticatorData: base64url.optional(),
      transports: z.array(z.string().max(50)).max(10).optional(),
      publicKeyAlgorithm: z.number().optional(),
      publicKey: base64url.optional(),
    }),
  }),
})

/** POST …/passkeys/rename. 404 for none of one's own. */
export const renamePasskey = z.object({ _id: id, name: passkeyName })
/** POST …/passkeys/remove. 404 for none of one's own. */
export const removePasskey = z.object({ _id: id })
