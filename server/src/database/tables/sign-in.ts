import type { ColumnType, Generated } from 'kysely'
import type { AdminRole } from '@interline/shared/contract'
import type { Instant, Json, Revised } from './column.ts'

export type SessionsTable = {
  _id: Generated<string>
  tokenHash: string
  personId: string
  createdAt: Instant
  expiresAt: Instant
  revokedAt: Instant | null
  /** Where it began: the address, and what the browser called itself. */
  address: string | null
  userAgent: string | null
  /** To the minute. */
  usedAt: Instant | null
  /** When a factor was given last: by signing in, or by confirming. */
  confirmedAt: Instant | null
  /** When a person did something in it last; calls of a page by itself do not count. */
  activeAt: Instant
  /** The token of a session that began at an identity provider, which that needs to end its own. */
  idToken: string | null
}

/** From where somebody has signed in, as a hash of both. */
export type KnownAddressesTable = { personId: string; addressHash: string; at: Instant }

export type PasswordResetsTable = {
  tokenHash: string
  personId: string
  expiresAt: Instant
  usedAt: Instant | null
}

/** Somebody who was invited to be an administrator, under the `_id` that they will have. */
export type InvitationsTable = Revised & {
  _id: string
  full_name: string
  email: string
  admin_role: AdminRole
  tokenHash: string
  createdAt: Instant
  expiresAt: Instant
  invitedBy: string | null
}

/**
 * All that this installation asks of its administrators (contract: `policy`): one row, or none before anybody set it.
 */
export type PolicyTable = Revised & {
  isOnly: Generated<boolean>
  second_factor_required: boolean
  idle_minutes: number | null
  audit_retention_days: number | null
}

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

/** All that somebody was asked to answer with a factor, or with a new passkey. */
export type FactorChallengesTable = {
  tokenHash: string
  personId: string
  purpose: 'sign-in' | 'confirm' | 'add-passkey'
  /** Whether after a sign-in the session is to last 30 days. */
  remember: boolean
  /** WebAuthn's, in base64url. */
  challenge: string
  expiresAt: Instant
}

/** The person that a subject of an identity provider stands for. */
export type IdentitiesTable = { issuer: string; subject: string; personId: string; createdAt: Instant }

/** A sign-in that was begun at the identity provider and has not come back, under the hash of its state. */
export type BegunSignInsTable = {
  stateHash: string
  nonce: string
  codeVerifier: string
  /** Made by the browser that began it, from a value that it keeps: base64url of its SHA-256. */
  challenge: string
  /** The address of the shell that is come back to. */
  returnTo: string
  /** To begin a session, or to confirm who has one. */
  purpose: Generated<'sign-in' | 'confirm'>
  expiresAt: Instant
}

/** The code that the browser with the value behind `challenge` exchanges for a session, once. */
export type SignInCodesTable = {
  codeHash: string
  personId: string
  challenge: string
  idToken: string | null
  purpose: Generated<'sign-in' | 'confirm'>
  expiresAt: Instant
}
