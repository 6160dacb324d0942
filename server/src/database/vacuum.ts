import { sql } from 'kysely'
import type { Database } from './tables.ts'

const hour = 3_600_000

/** Frees what changes left behind and counts anew what plans are made from, every hour: the embedded database has nobody else who does. */
export function vacuumHourly(db: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void sql`vacuum (analyze)`.execute(db).catch(onError), hour).unref()
  return () => clearInterval(timer)
}
