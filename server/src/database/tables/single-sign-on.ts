import type { Generated } from 'kysely'
import type { Instant } from './column.ts'

/** Whom an identity provider means by a subject. */
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

/** What the browser with the value behind `challenge` exchanges for a session, once. */
export type SignInCodesTable = {
  codeHash: string
  personId: string
  challenge: string
  idToken: string | null
  purpose: Generated<'sign-in' | 'confirm'>
  expiresAt: Instant
}
