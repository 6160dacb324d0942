import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'

const tables = ['sessions', 'password_resets', 'factor_challenges', 'begun_sign_ins', 'sign_in_codes'] as const

/** Removes what is good no longer. A row that somebody has locked goes the next time. */
export async function forgetExpired(db: Database): Promise<void> {
  for (const table of tables.map((name) => sql.table(name)))
    await sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where "expiresAt" <= ${new Date()}::timestamptz for update skip locked))`.execute(db)
}
