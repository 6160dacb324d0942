import { generateSecret, generateURI, verifySync } from 'otplib'

const issuer = 'Interline'
/** One step before and after the one of now: the clock of a phone may be wrong by so much. */
const toleranceSeconds = 30

/** A new secret in base32, 160 bits. */
export const newTotpSecret = () => generateSecret()

/** All that an authenticator app reads from the QR code. */
export const totpUri = (secret: string, label: string) => generateURI({ issuer, label, secret })

/** The time step of a code that is right and belongs to a step after `lastStep`; undefined for any other. */
export function checkTotp(secret: string, code: string, lastStep: number | null): number | undefined {
  const result = verifySync({
    secret,
    token: code,
    epochTolerance: toleranceSeconds,
    ...(lastStep !== null && { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
