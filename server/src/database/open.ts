import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { databaseFolder, readConfig, SettingError, type Config, type DatabaseLimits } from '../config/config.ts'
import { listMigrations, migrate, whyUnreadable } from './migrations.ts'
import { openInMemory, openPglite } from './pglite/pglite.ts'
import { preparing } from './prepared.ts'
import type { Database, Tables } from './tables.ts'
import { vacuumRewritten } from './vacuum.ts'

/** PostgreSQL at `url`, or PGlite: in `folder`, in memory, or in memory as it was in a `snapshot`. */
export type DatabaseLocation = { url: string } | { folder: string } | 'memory' | { snapshot: Blob }

/** The database that the settings name. */
export const locationOf = (config: Config) =>
  config.databaseUrl ? { url: config.databaseUrl } : { folder: databaseFolder(config) }

/** The limits where no setting names others. */
export const { databaseLimits } = readConfig({})

/**
 * A statement on its own waits for a lock so long at most; a change in a transaction as long as the settings say. Only
 * a table that is locked as a whole stops a reader, and all of them would wait on connections that others need.
 */
const lockMilliseconds = 500

const applicationName = 'interline'
const deadLineMilliseconds = 5000

/**
 * `effective_io_concurrency` reads the rows that an index found many at a time, which makes a search three times as
 * fast; a system that cannot ignores it. `jit` compiles a query first, which takes 200 ms: longer than ours run. A page
 * read anywhere costs hardly more than the next one, on disks of today: without this, plans avoid indexes.
 */
const settings = ['set effective_io_concurrency = 64', 'set jit = off', 'set random_page_cost = 1.1']

/**
 * `db` is for requests that somebody waits for. `longQueries` has a few connections of its own for what may take long:
 * migrations, seeding, whole lists. `ping` throws when the database does not answer.
 */
export type Databases = {
  db: Database
  longQueries: Database
  ping(): Promise<void>
  /** The connections of each pool of this node; none of the embedded database, which has no pool. */
  pools(): PoolUse[]
  close(): Promise<void>
}

/** How many connections of a pool do something, how many do not, and how many calls wait for one. */
export type PoolUse = { pool: 'calls' | 'long'; busy: number; idle: number; waiting: number }

/**
 * Opens the database and brings its tables up to date, unless it is to stay `asItIs`. Throws a `SettingError` for one
 * that this version does not read, and leaves it as it is. Several nodes may start at once:
 * Kysely's migrator takes an advisory lock.
 */
export async function openDatabases(
  location: DatabaseLocation,
  limits = databaseLimits,
  { asItIs = false } = {},
): Promise<Databases> {
  const { db: longQueries, pool: longPool } = await connect(location, {
    ...limits,
    pool: Math.max(2, Math.ceil(limits.pool / 5)),
    statement: limits.long,
    lock: limits.long,
    idle: limits.long,
  })
  try {
    const reason = whyUnreadable(await listMigrations(longQueries))
    if (reason) throw new SettingError(`${nameOf(location)} ${reason}`)
    if (!asItIs) {
      await migrate(longQueries)
      await vacuumRewritten(longQueries)
    }
    const ping = async (db: Database) => {
      await sql`select 1`.execute(db)
    }
    if (isOneConnection(location))
      return {
        db: longQueries,
        longQueries,
        ping: () => ping(longQueries),
        pools: () => [],
        close: () => longQueries.destroy(),
      }
    const { db, pool } = await connect(location, limits)
    return {
      db,
      longQueries,
      ping: () => ping(db),
      pools: () => [...useOf('calls', pool), ...useOf('long', longPool)],
      close: async () => void (await Promise.all([db.destroy(), longQueries.destroy()])),
    }
  } catch (error) {
    await longQueries.destroy()
    throw error
  }
}

/** PGlite is one connection, which serves everything. */
const isOneConnection = (location: DatabaseLocation) => location === 'memory' || !('url' in location)

/** The setting that names the database, and where it is: without user and password. */
function nameOf(location: DatabaseLocation): string {
  if (typeof location === 'string' || 'snapshot' in location) return 'The database in memory'
  if ('folder' in location) return `DATA_DIR: the database in ${location.folder}`
  const { host, pathname } = new URL(location.url)
  return `DATABASE_URL: the database at ${host}${pathname}`
}

/** Opens the database for a caller that needs one handle only. */
export const openDatabase = async (location: DatabaseLocation): Promise<Database> =>
  (await openDatabases(location)).longQueries

/**
 * Throws, with PostgreSQL's own code for the reason, when it does not answer at `url`, does not let us in, can only be
 * read or does not hold text in UTF-8.
 */
export async function tryDatabase(url: string, connectionTimeoutMillis: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const {
      rows: [found],
    } = await client.query<{ encoding: string; only: string }>(
      "select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as only",
    )
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
    const { rows } = await client.query<{ many: number }>(
      `select count(*)::int as many from pg_stat_activity where datname = current_database() and application_name = '${applicationName}'`,
    )
    return rows[0]?.many ?? 0
  } finally {
    await client.end()
  }
}

async function connect(location: DatabaseLocation, limits: DatabaseLimits): Promise<{ db: Database; pool?: pg.Pool }> {
  const { dialect, ...rest } = await dialectOf(location, limits)
  return { db: new Kysely<Tables>({ dialect }), ...rest }
}

function useOf(name: PoolUse['pool'], pool: pg.Pool | undefined): PoolUse[] {
  if (!pool) return []
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool
  return [{ pool: name, busy: totalCount - idle, idle, waiting }]
}

/** Runs on each new connection before the pool hands it out. */
async function configure(client: pg.ClientBase): Promise<void> {
  for (const setting of settings) await client.query(setting).catch(() => undefined)
}

async function dialectOf(location: DatabaseLocation, limits: DatabaseLimits) {
  if (location === 'memory') return openInMemory()
  if ('snapshot' in location) return openInMemory(location.snapshot)
  if ('folder' in location) return openPglite(location.folder)
  const pool = new pg.Pool({
    connectionString: location.url,
    max: limits.pool,
    // A node that has nothing to do is still counted by `countNodes`.
    min: 1,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.statement === limits.long ? limits.lock : Math.min(limits.lock, lockMilliseconds),
    // PostgreSQL ends a statement by itself and reports it. If it does not, the connection or its machine is dead.
    query_timeout: limits.statement + deadLineMilliseconds,
    idle_in_transaction_session_timeout: limits.idle,
    application_name: applicationName,
    keepAlive: true,
    // The pool waits for it, whatever its types say.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: configure,
  })
  // The pool replaces a connection that dies, and its query fails. Without these listeners the process would end.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { dialect: new PostgresDialect({ pool: preparing(pool, limits.lock) }), pool }
}
