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
