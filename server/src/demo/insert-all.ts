import { sql } from 'kysely'
import type { Tables, Tx } from '../database/tables.ts'

const batch = 2000

/** Inserts rows by the thousand: one JSON parameter a statement, whatever the number of columns. */
export async function insertAll(tx: Tx, table: keyof Tables, rows: object[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0) return
  const list = sql.join(columns.map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += batch) {
    const json = JSON.stringify(rows.slice(start, start + batch))
    await sql`insert into ${sql.table(table)} (${list}) select ${list} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(
      tx,
    )
  }
}
