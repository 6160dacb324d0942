import { sql } from 'kysely'
import type { Tables, Tx } from './tables.ts'

/**
 * Drops the indexes, foreign keys and triggers of tables, runs `work`, and creates them again: many rows are inserted
 * several times as fast. Only for rows that are known to be valid. `work` gets the number of indexes and keys;
 * `onBuilt` is called after each is built.
 */
export async function withoutIndexes(
  tx: Tx,
  tables: (keyof Tables)[],
  work: (count: number) => Promise<void>,
  onBuilt: (count: number) => void,
): Promise<void> {
  const names = sql.join(tables.map((table) => sql.lit(table)))
  const { rows: indexes } = await sql<{ name: string; build: string }>`
    select indexname as name, indexdef as build from pg_indexes where schemaname = current_schema() and tablename in (${names})
      and indexname not in (select conname from pg_constraint)`.execute(tx)
  const { rows: keys } = await sql<{ table: string; name: string; build: string }>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as build
    from pg_constraint where contype = 'f' and conrelid::regclass::text in (${names})`.execute(tx)
  const run = (statement: string) => sql.raw(statement).execute(tx)
  for (const { table, name } of keys) await run(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (const table of tables) await run(`alter table ${table} disable trigger user`)
  const count = indexes.length + keys.length
  await work(count)
  const rebuild = [
    ...indexes.map(({ build }) => build),
    ...keys.map(({ table, name, build }) => `alter table ${table} add constraint ${name} ${build}`),
  ]
  for (const statement of rebuild) {
    await run(statement)
    onBuilt(count)
  }
  for (const table of tables) await run(`alter table ${table} enable trigger user`)
}
