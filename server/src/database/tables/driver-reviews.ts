import type { Generated } from 'kysely'
import type { RejectReason } from '@interline/shared/contract'
import type { Instant, Json } from './column.ts'

/** All that administrators decided about a driver; the driver as it was before is what undoing brings back. */
export type DriverReviewsTable = {
  _id: string
  /** Their order, which the database counts. */
  seq: Generated<number>
  driverId: string
  adminId: string
  at: Instant
  decision: 'approve' | 'reject'
  reason: RejectReason | null
  note: string | null
  before: Json
  /** The driver's revision after it. */
  revision: number
  undoneAt: Instant | null
}

/** The administrator who has a driver before them; nobody else gets that driver until then. */
export type ReviewClaimsTable = { driverId: string; adminId: string; expiresAt: Instant }
