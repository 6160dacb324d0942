import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`

/** Notes when people's last connections ended; who is not known is left out, and a later time stays. */
export async function noteLastSeen(db: Database, personIds: readonly string[], at: Date): Promise<void> {
  if (personIds.length === 0) return
  await db
    .insertInto('last_seen')
    .columns(['personId', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('people')
        .select(['_id', sql<Date>`${at}::timestamptz`.as('at')])
        .where('_id', '=', anyOf(personIds))
        .orderBy('_id'),
    )
    .onConflict((conflict) =>
      conflict.column('personId').doUpdateSet({ at: sql<Date>`greatest(last_seen.at, excluded.at)` }),
    )
    .execute()
}

export async function readLastSeen(db: Database, personIds: readonly string[]): Promise<Map<string, Date>> {
  if (personIds.length === 0) return new Map()
  const rows = await db.selectFrom('last_seen').selectAll().where('personId', '=', anyOf(personIds)).execute()
  return new Map(rows.map(({ personId, at }) => [personId, at]))
}
