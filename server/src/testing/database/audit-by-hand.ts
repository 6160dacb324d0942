import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'

const tables = ['audit', 'audit_head']

/** Runs statements on the audit as somebody who owns the database could: past the triggers. */
export async function byHand(db: Database, ...statements: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
  })
}

/** Hashes all entries anew, as they are now. */
export const chainedAnew = `do $$ declare one audit; previous text := '';
  begin
    for one in select * from audit order by sequence loop
      previous := audit_hash(previous, one);
      update audit set hash = previous where _id = one._id;
    end loop;
    update audit_head set hash = previous;
  end $$`
