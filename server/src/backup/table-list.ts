import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/tables.ts'

export const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string().regex(/^[a-z_]+$/), columns: z.array(z.string()).min(1) })),
})
export type Manifest = z.infer<typeof manifest>
export type TableOf = Manifest['tables'][number]

/** Our tables with the columns that are written, not made by the database itself. */
export async function listTables(db: Database): Promise<TableOf[]> {
  const { rows } = await sql<TableOf>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
      and relname not like 'kysely%'
    group by relname order by relname`.execute(db)
  return rows
}

/** The migrations that a database has been through; none for one that is empty. */
export async function listMigrations(db: Database): Promise<string[]> {
  const {
    rows: [there],
  } = await sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`.execute(db)
  if (!there?.is) return []
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )
}
