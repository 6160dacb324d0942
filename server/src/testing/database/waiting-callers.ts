import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { DatabaseName } from '../services.ts'

/**
 * How many callers wait for a transaction that a test holds open: on PostgreSQL for a lock, on the embedded database
 * for its one connection. Begin to count when the transaction is open.
 */
export function waitingCallers(db: Database, database: DatabaseName): () => Promise<number> {
  if (database === 'PostgreSQL')
    return async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.count ?? 0
    }
  let count = 0
  const executor = db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = async (consumer) => {
    count += 1
    return provide((connection) => {
      count -= 1
      return consumer(connection)
    })
  }
  return async () => count
}
