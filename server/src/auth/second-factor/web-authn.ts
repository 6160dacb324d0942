import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { listPasskeys, NewPasskeyRow } from '../../repositories/accounts/second-factor/passkeys.ts'

type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

/** The name of the site that passkeys belong to, and the origins that may ask for them. */
export type RelyingParty = { id: string; origins: string[] }

/** Passkeys belong to the host of the first allowed origin, which is the shell's. */
export const relyingPartyOf = ({ allowedOrigins, shellUrl }: { allowedOrigins: string[]; shellUrl: string }) => ({
  id: new URL(shellUrl).hostname,
  origins: allowedOrigins,
})

/** Read when the first passkey is asked for: its hundred files are a tenth of what the API takes to start. */
const webAuthn = () => import('@simplewebauthn/server')

const asCredential = ({ credentialId, transports }: PasskeyRow) => ({ id: credentialId, transports })
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** The options that a browser is asked with for one of these passkeys. */
export async function passkeyRequest({ id }: RelyingParty, passkeys: PasskeyRow[]) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: id,
    allowCredentials: passkeys.map(asCredential),
    userVerification: 'preferred',
  })
}

/** The options that a browser makes a new passkey with, beside those that there are. */
export async function registrationRequest(
  { id }: RelyingParty,
  { _id, email, full_name }: { _id: string; email: string; full_name: string },
  passkeys: PasskeyRow[],
) {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Interline',
    rpID: id,
    userID: new Uint8Array(Buffer.from(_id)),
    userName: email,
    userDisplayName: full_name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(asCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** The passkey that a browser made in answer to `challenge`; undefined when the answer is not right. */
export async function checkRegistration(
  { id, origins }: RelyingParty,
  { response, challenge }: { response: RegistrationResponseJSON; challenge: string },
): Promise<Omit<NewPasskeyRow, 'name'> | undefined> {
  const { verifyRegistrationResponse } = await webAuthn()
  // The library throws for what does not fit, and for what it cannot read.
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { credential } = result.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
  }
}

/** The one of these passkeys that answered `challenge`, and its counter; undefined when the answer is not right. */
export async function checkPasskey(
  { id, origins }: RelyingParty,
  passkeys: PasskeyRow[],
  { response, challenge }: { response: AuthenticationResponseJSON; challenge: string },
): Promise<{ _id: string; counter: number } | undefined> {
  const passkey = passkeys.find(({ credentialId }) => credentialId === response.id)
  if (!passkey) return undefined
  const { verifyAuthenticationResponse } = await webAuthn()
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    credential: {
      id: passkey.credentialId,
      publicKey: bytes(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
    },
    requireUserVerification: false,
  }).catch(() => undefined)
  return result?.verified ? { _id: passkey._id, counter: result.authenticationInfo.newCounter } : undefined
}
