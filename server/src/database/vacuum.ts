import { sql } from 'kysely'
import type { Database } from './tables.ts'

/** Removes dead rows and updates the planner's statistics: the embedded database has no autovacuum. */
export const vacuumAll = (db: Database) => sql`vacuum (analyze)`.execute(db)

/**
 * Vacuums tables that a migration or a restore wrote as a whole. Until then no index-only scan is possible, and
 * PostgreSQL's autovacuum would wait for many changes. Several nodes may start at once; one of them does it.
 */
export async function vacuumRewritten(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpages > 1000 and relallvisible < relpages / 2`.execute(
    db,
  )
  for (const { name } of rows) await sql`vacuum (analyze, skip_locked) ${sql.table(name)}`.execute(db)
}
