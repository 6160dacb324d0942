import type { Database } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { nameOf } from '../repositories/audit.ts'

type Record = { revision: number; changedBy: string | null; changedAt: Date | null }

/** Refuses with 409 when the record is no longer the one that the caller saw; without a revision the caller does not mind. */
export async function refuseIfChanged(db: Database, record: Record, seen: number | undefined): Promise<void> {
  if (seen !== undefined && seen !== record.revision) throw await changedMeanwhile(db, record)
}

export async function changedMeanwhile(db: Database, { changedBy, changedAt }: Record): Promise<Refusal> {
  const changed_by = await nameOf(db, changedBy)
  return new Refusal(409, 'This record was changed in the meantime', {
    ...(changed_by ? { changed_by } : {}),
    ...(changedAt ? { changed_at: changedAt.toISOString() } : {}),
  })
}
