import { sql } from 'kysely'
import type { Database } from './tables.ts'

const hour = 3_600_000

/** Frees what changes left behind and counts anew what plans are made from, every hour: the embedded database has nobody else who does. */
export function vacuumHourly(db: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void sql`vacuum (analyze)`.execute(db).catch(onError), hour).unref()
  return () => clearInterval(timer)
}

/**
 * What was written whole, by a migration or a restore: until it has been vacuumed an index answers for none of its pages alone, and
 * PostgreSQL itself waits for many changes. Several nodes may start at once; one of them does it.
 */
export async function vacuumRewritten(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpages > 1000 and relallvisible < relpages / 2`.execute(db)
  for (const { name } of rows) await sql`vacuum (analyze, skip_locked) ${sql.table(name)}`.execute(db)
}
