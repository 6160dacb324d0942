import type { Copy, Instant, Json } from './column.ts'

export type AuditTable = {
  _id: string
  at: Instant
  actorId: string | null
  act: string
  noun: string
  targetId: string | null
  before: Json | null
  after: Json | null
  requestId: string | null
  address: string | null
  /** Made by the database as it is inserted; `schema/audit.ts`. */
  sequence: Copy<string>
  hash: Copy<string>
}

/** Number and hash of the last entry of the audit; one row. */
export type AuditHeadTable = { sequence: Copy<string>; hash: Copy<string> }

/** A signed cut of the audit: its oldest entries, `first` to `sequence`, were removed; audit/cut-record.ts. */
export type AuditCutsTable = {
  sequence: Copy<string>
  hash: string
  first: Copy<string>
  entries: Copy<string>
  at: Instant
  before: Instant
  madeBy: string
  archive: string
  previous: string
  signature: string
}
