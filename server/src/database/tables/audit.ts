import type { Copy, Instant, Json } from './column.ts'

export type AuditTable = {
  _id: string
  at: Instant
  actorId: string | null
  act: string
  resource: string
  targetId: string | null
  before: Json | null
  after: Json | null
  requestId: string | null
  address: string | null
  searchText: string | null
  /** Made by the database as it is inserted; `schema/audit.ts`. */
  sequence: Copy<string>
  /** All that `digest` covers beside `before`, `after` and `address`; null once those were erased with the person. */
  salt: Copy<string | null>
  digest: Copy<string>
  hash: Copy<string>
}

/** Number and hash of the last entry of the audit, and of the last one that was removed; one row. */
export type AuditHeadTable = {
  sequence: Copy<string>
  hash: Copy<string>
  removedSequence: Copy<string>
  removedHash: Copy<string>
}
