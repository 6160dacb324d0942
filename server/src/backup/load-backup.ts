import { sql } from 'kysely'
import { PlainError } from '../config/plain-error.ts'
import { listMigrations, migrate, whyUnreadable } from '../database/migrations.ts'
import type { Database, Tables, Tx } from '../database/tables.ts'
import { withoutIndexes } from '../database/without-indexes.ts'
import type { FileStore } from '../storage/file-store.ts'
import { parse, readArchive, verifyArchive } from './archive.ts'
import { listTables, manifest, type Manifest } from './table-list.ts'

export type Loaded = { rows: number; documents: number; createdAt: string }

/** Reads the whole file and says what it holds; throws `PlainError` when it is broken or of another version. */
export async function verifyBackup(file: string): Promise<Manifest> {
  const found = parse(manifest, await verifyArchive(file), file)
  const reason = whyUnreadable(found.migrations)
  if (reason) throw new PlainError(`${file} ${reason}`)
  return found
}

/**
 * Puts a verified backup into `db`, all of it or nothing: what was there is gone afterwards. Keys and indexes are built
 * anew, so a row that points nowhere stops it. An empty database goes the way of all migrations since the backup.
 * Documents from before that the backup does not name, those in `stored` among them, are removed after 30 days.
 */
export async function loadBackup(
  db: Database,
  files: FileStore,
  file: string,
  { migrations: then, tables, createdAt }: Manifest,
  stored: string[] = [],
): Promise<Loaded> {
  const now = await listMigrations(db)
  if (now.length === 0) await migrate(db, then.at(-1))
  else if (now.join() !== then.join())
    throw new PlainError(`${file} was made before ${now.at(-1)}; restore it into an empty database`)
  const loaded: Loaded = { rows: 0, documents: 0, createdAt }
  const added: string[] = []
  try {
    // Documents first: a row never names one that is not there.
    for await (const { name, content } of readArchive(file)) {
      if (!name.startsWith('uploads/')) continue
      const there = await files.read(name)
      there?.content.destroy()
      if (!there) added.push(name)
      await files.write(name, content)
      loaded.documents++
    }
    loaded.rows = await loadRows(db, file, tables, stored)
  } catch (error) {
    await Promise.allSettled(added.map((name) => files.remove(name)))
    throw error
  }
  await migrate(db)
  for (const name of tables.map((table) => table.name)) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
  return loaded
}

/** Puts the rows of a backup in the place of those that are there; returns how many they are. */
async function loadRows(db: Database, file: string, tables: Manifest['tables'], stored: string[]): Promise<number> {
  let rows = 0
  return db.transaction().execute(async (tx) => {
    const there = new Map((await listTables(tx)).map(({ name, columns }) => [name, columns]))
    const names = [...there.keys()] as (keyof Tables)[]
    const { rows: named } = await sql<{ key: string }>`
      select key from documents union select key from unfiled_documents union select unnest(${stored}::text[])`.execute(
      tx,
    )
    await withoutIndexes(
      tx,
      names,
      async () => {
        const setGuards = (state: 'disable' | 'enable') => guardAudit(tx, names, state)
        await setGuards('disable')
        await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(tx)
        for await (const { name, content } of readArchive(file)) {
          const table = /^tables\/([a-z_]+)\//.exec(name)?.[1]
          const columns = tables
            .find((one) => one.name === table)
            ?.columns.filter((column) => there.get(table ?? '')?.includes(column))
          if (table && columns) rows += await insert(tx, table, columns, content)
        }
        await setGuards('enable')
      },
      () => undefined,
    )
    await continueSequences(tx)
    await noteLeft(
      tx,
      named.map(({ key }) => key),
    )
    return rows
  })
}

async function insert(tx: Tx, table: string, columns: string[], content: Buffer): Promise<number> {
  const lines = content.toString().trimEnd().split('\n')
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(',')}]`}::json)`.execute(
    tx,
  )
  return lines.length
}

/** People of the demo have documents without a row of their own. */
const noteLeft = (tx: Tx, keys: string[]) =>
  sql`insert into unfiled_documents (key, at) select key, now() + interval '30 days' from unnest(${keys}::text[]) key
    where key not in (select key from documents union all
      select file from people, unnest(array[profile_picture, driving_licence, car_document, car_insurance, state_id]) file
      where file is not null) on conflict do nothing`.execute(tx)

/** The audit can only grow; a restore alone puts another one in its place, with the hashes that it had. */
async function guardAudit(tx: Tx, names: readonly string[], state: 'disable' | 'enable'): Promise<void> {
  for (const name of names.filter((one) => one.startsWith('audit')))
    await sql`alter table ${sql.table(name)} ${sql.raw(state)} trigger user`.execute(tx)
}

/** Numbers that the database counts go on behind the highest one. */
async function continueSequences(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select table_name as table, column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = current_schema() and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`.execute(
    tx,
  )
  for (const { table, column, sequence } of rows) {
    await sql`select setval(${sequence}::regclass, coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0) + 1, false)`.execute(
      tx,
    )
  }
}
