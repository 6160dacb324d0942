import type { ColumnType } from 'kysely'
import type { Instant, Json } from './column.ts'

/** The authenticator app of an administrator; one that is not confirmed yet counts for nothing. */
export type AuthenticatorsTable = {
  personId: string
  /** Encrypted; `auth/second-factor/secret-box.ts`. */
  secret: string
  createdAt: Instant
  confirmedAt: Instant | null
  /** The time step of the last code that was taken: none is taken twice. */
  lastStep: number | null
}

export type PasskeysTable = {
  _id: string
  personId: string
  credentialId: string
  /** COSE, in base64url. */
  publicKey: string
  /** A bigint, which the drivers read as text. */
  counter: ColumnType<string, number, number>
  transports: Json
  name: string
  createdAt: Instant
  usedAt: Instant | null
}

export type RecoveryCodesTable = { personId: string; codeHash: string; usedAt: Instant | null }

/** What somebody was asked to answer with a factor, or with a new passkey. */
export type FactorChallengesTable = {
  tokenHash: string
  personId: string
  purpose: 'sign-in' | 'confirm' | 'add-passkey'
  /** Of a sign-in: whether the session is to last 30 days. */
  remember: boolean
  /** WebAuthn's, in base64url. */
  challenge: string
  expiresAt: Instant
}
