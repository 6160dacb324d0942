import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrations } from './migrations.ts'
import { openPglite } from './pglite.ts'
import type { Database, Tables } from './tables.ts'

/** PostgreSQL at `url`, or PGlite in `folder`, or PGlite in memory. */
export type Place = { url: string } | { folder: string } | 'memory'

/** Opens the database and brings its tables up to date. Several nodes may start at once: Kysely's migrator takes an advisory lock. */
export async function openDatabase(place: Place): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: await dialectOf(place) })
  try {
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
    if (error) throw error
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Throws when the database does not answer. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

async function dialectOf(place: Place) {
  if (place === 'memory') return openPglite(undefined)
  if ('folder' in place) return openPglite(place.folder)
  const pool = new pg.Pool({ connectionString: place.url, max: 10, connectionTimeoutMillis: 10_000 })
  // A connection that dies while idle is replaced by the pool; without a listener the error would end the process.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool })
}
