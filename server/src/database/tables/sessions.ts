import type { Generated } from 'kysely'
import type { AdminRole } from '@interline/shared/contract'
import type { Instant, Revised } from './column.ts'

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
  /** Of a session that began at an identity provider: what that needs to end its own. */
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

/** Who was invited to be an administrator, under the `_id` that they will have. */
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

/** What this installation asks of its administrators (contract: `policy`): one row, or none before anybody set it. */
export type PolicyTable = Revised & {
  isOnly: Generated<boolean>
  second_factor_required: boolean
  idle_minutes: number | null
  audit_retention_days: number | null
}
