import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { listMigrations } from '../database/migrations.ts'
import type { Database, Tx } from '../database/tables.ts'
import type { FileStore } from '../storage/file-store.ts'
import { manifestName, writeArchive, type Entry } from './archive.ts'
import { listTables, type Manifest, type TableOf } from './table-list.ts'

export type Written = { rows: number; documents: number; missing: string[] }

const rowsAtOnce = 500

/** The tables that say which documents there are. The audit also has the keys of those that are gone. */
const naming = new Set(['documents', 'people'])

/**
 * Writes all rows as they are at one moment, and the documents that they name, into `file`. Only some of the rows are
 * in memory at once. Documents are never changed, and their files stay for an hour longer than their rows. One that is
 * not there is named in `missing`.
 */
export async function writeBackup(db: Database, files: FileStore, file: string): Promise<Written> {
  const written: Written = { rows: 0, documents: 0, missing: [] }
  const keys = new Set<string>()

  async function* rowsOf(tx: Tx, { name }: TableOf): AsyncGenerator<Entry> {
    await sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${sql.table(name)} t`.execute(
      tx,
    )
    for (let part = 1; ; part++) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from backup_rows`.execute(tx)
      if (rows.length === 0) break
      const content = rows.map(({ line }) => line).join('\n')
      if (naming.has(name))
        for (const [, key = ''] of content.matchAll(/"(uploads\/[0-9a-f]{32}\.[a-z0-9]+)"/g)) keys.add(key)
      written.rows += rows.length
      yield { name: `tables/${name}/${String(part).padStart(6, '0')}.ndjson`, content: Buffer.from(`${content}\n`) }
    }
    await sql`close backup_rows`.execute(tx)
  }

  async function* documents(): AsyncGenerator<Entry> {
    for (const key of keys) {
      const found = await files.read(key)
      if (!found) {
        written.missing.push(key)
        continue
      }
      written.documents++
      yield { name: key, content: await buffer(found.content) }
    }
  }

  async function* everything(tx: Tx): AsyncGenerator<Entry> {
    await sql`set transaction read only`.execute(tx)
    const tables = await listTables(tx)
    const manifest: Manifest = {
      format: 1,
      createdAt: new Date().toISOString(),
      migrations: await listMigrations(tx),
      tables,
    }
    yield { name: manifestName, content: Buffer.from(JSON.stringify(manifest, null, 2)) }
    for (const table of tables) yield* rowsOf(tx, table)
    yield* documents()
  }

  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => writeArchive(file, everything(tx)))
  return written
}
