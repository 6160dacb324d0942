import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrations } from './migrations.ts'
import type { FileSync } from './disk.ts'
import { openPglite } from './pglite.ts'
import { preparing } from './prepared.ts'
import type { Database, Tables } from './tables.ts'
import { vacuumRewritten } from './vacuum.ts'

/** PostgreSQL at `url`, or PGlite in `folder` (`sync`: how its files come to the disk), or PGlite in memory. */
export type Place = { url: string } | { folder: string; sync?: FileSync } | 'memory'

/** How many connections there may be to PostgreSQL, and how long each thing may take there, in milliseconds. */
export type DatabaseLimits = { pool: number; connect: number; statement: number; lock: number; idle: number; long: number }

export const databaseLimits: DatabaseLimits = { pool: 10, connect: 10_000, statement: 15_000, lock: 5000, idle: 30_000, long: 3_600_000 }

const applicationName = 'interline'
const dyingMilliseconds = 5000

/**
 * Rows that an index found are read many at a time: finding a needle takes a third. Where the system cannot, PostgreSQL refuses and nothing is lost.
 * Nothing here is worth compiling first: a walk over a long list is over before the fifth of a second that takes.
 */
const settings = ['set effective_io_concurrency = 64', 'set jit = off']

/**
 * `db` is for what somebody waits for; `patient`, with a few connections of its own, for what may take long: migrations, seeding, whole lists.
 * `ping` throws when the database does not answer, or cannot save.
 */
export type Databases = { db: Database; patient: Database; ping(): Promise<void>; close(): Promise<void> }

/** Opens the database and brings its tables up to date, unless it is to stay `asItIs`. Several nodes may start at once: Kysely's migrator takes an advisory lock. */
export async function openDatabases(place: Place, limits = databaseLimits, { asItIs = false } = {}): Promise<Databases> {
  const { db: patient, settled } = await connect(place, { ...limits, pool: Math.max(2, Math.ceil(limits.pool / 5)), statement: limits.long, lock: limits.long, idle: limits.long })
  try {
    if (!asItIs) {
      await migrate(patient)
      await vacuumRewritten(patient)
    }
    const ping = async (db: Database) => {
      await sql`select 1`.execute(db)
      await settled()
    }
    if (patientIsAll(place)) return { db: patient, patient, ping: () => ping(patient), close: () => patient.destroy() }
    const { db } = await connect(place, limits)
    return { db, patient, ping: () => ping(db), close: async () => void (await Promise.all([db.destroy(), patient.destroy()])) }
  } catch (error) {
    await patient.destroy()
    throw error
  }
}

/** PGlite is one connection, which serves everything. */
const patientIsAll = (place: Place) => place === 'memory' || 'folder' in place

/** The same with one handle. */
export const openDatabase = async (place: Place): Promise<Database> => (await openDatabases(place)).patient

/** Up to the newest migration, or up to the one named. */
export async function migrate(db: Database, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last)
  if (error) throw error
}

/** Throws, with PostgreSQL's own code for the reason, when it does not answer at `url`, does not let us in, can only be read or does not hold text in UTF-8. */
export async function tryDatabase(url: string, connectionTimeoutMillis: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows: [found] } = await client.query<{ encoding: string; only: string }>("select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as only")
    if (found?.only === 'on') throw Object.assign(new Error('it is read-only'), { code: '25006' })
    if (found?.encoding !== 'UTF8') throw Object.assign(new Error(`it has ${found?.encoding}`), { code: '22P05' })
  } finally {
    client.end().catch(() => undefined)
  }
}

/** How many connections nodes of ours have to the database at `url`. */
export async function countNodes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ many: number }>(`select count(*)::int as many from pg_stat_activity where datname = current_database() and application_name = '${applicationName}'`)
    return rows[0]?.many ?? 0
  } finally {
    await client.end()
  }
}

async function connect(place: Place, limits: DatabaseLimits): Promise<{ db: Database; settled(): Promise<void> }> {
  const { dialect, settled } = await dialectOf(place, limits)
  return { db: new Kysely<Tables>({ dialect }), settled }
}

/** The pool gives a connection to nobody before that. */
async function set(client: pg.ClientBase): Promise<void> {
  for (const setting of settings) await client.query(setting).catch(() => undefined)
}

async function dialectOf(place: Place, limits: DatabaseLimits) {
  if (place === 'memory') return openPglite(undefined)
  if ('folder' in place) return openPglite(place.folder, place.sync)
  const pool = new pg.Pool({
    connectionString: place.url,
    max: limits.pool,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    // PostgreSQL ends a statement itself, and says so. When it does not, the line is dead, or the machine behind it.
    query_timeout: limits.statement + dyingMilliseconds,
    idle_in_transaction_session_timeout: limits.idle,
    application_name: applicationName,
    keepAlive: true,
    onConnect: set,
  })
  // A connection that dies is replaced by the pool, and who used it is told; without listeners the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  // PostgreSQL says that it has committed once that is on its disk.
  return { dialect: new PostgresDialect({ pool: preparing(pool) }), settled: async () => undefined }
}
