import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { lockFolder } from './folder-lock.ts'
import { syncFiles, type FilesModule } from './pglite-files.ts'
import { makeFolders } from '../../storage/make-folders.ts'
import { syncFolder, syncNames } from '../../storage/sync-folder.ts'

/** Opens a database in memory, new or as it was in `snapshot`. `dump` makes a snapshot of it. */
export async function openInMemory(snapshot?: Blob): Promise<{ dialect: Dialect; dump(): Promise<Blob> }> {
  const pglite = await PGlite.create({ extensions: { pg_trgm }, ...(snapshot && { loadDataDir: snapshot }) })
  return { dialect: dialectOf(pglite, new Log(), () => undefined), dump: () => pglite.dumpDataDir('none') }
}

/**
 * Opens the database in `folder`, which is locked for as long as it is open. Nothing is acknowledged before it is on
 * the disk.
 */
export async function openPglite(folder: string): Promise<{ dialect: Dialect }> {
  makeFolders(folder)
  const release = lockFolder(folder)
  const log = new Log()
  try {
    return { dialect: dialectOf(await openFolder(folder, log), log, release) }
  } catch (error) {
    release()
    throw error
  }
}

// Fsync is on, without PGlite's -F; by fdatasync PostgreSQL would not ask its files. The cost is that of open.ts.
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'random_page_cost=1.1',
]

/**
 * What was made before and not finished, because the power went or the process was killed, holds nothing and is made
 * anew.
 */
async function openFolder(folder: string, log: Log): Promise<PGlite> {
  const open = () => PGlite.create({ fs: new SyncedFiles(folder, log), extensions: { pg_trgm }, startParams })
  const unfinished = join(folder, 'unfinished')
  const discarded = `${folder}.discarded`
  await rm(discarded, { recursive: true, force: true })
  if (existsSync(unfinished)) {
    renameSync(folder, discarded)
    await rm(discarded, { recursive: true, force: true })
    mkdirSync(folder)
  } else if (existsSync(join(folder, 'PG_VERSION'))) {
    await syncFolder(folder)
    return open()
  }
  writeFileSync(unfinished, 'This database is being made. Once it is, this file is gone.\n', { flush: true })
  await syncNames(folder)
  await syncNames(dirname(folder))
  const pglite = await open()
  await syncFolder(folder)
  await rm(unfinished)
  await syncNames(folder)
  return pglite
}

class SyncedFiles extends NodeFS {
  readonly #log: Log

  constructor(folder: string, log: Log) {
    super(folder)
    this.#log = log
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const prepare = (module: FilesModule) => syncFiles(module, (name) => this.#log.synced(name))
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [prepare, ...[emscriptenOpts.preRun ?? []].flat()] } }
  }
}

const dialectOf = (pglite: PGlite, log: Log, release: () => void): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createDriver: () => new PgliteDriver(pglite, log, release),
})

/** How many segments of the write-ahead log, 16 MB each, were begun since the last checkpoint. */
class Log {
  segments = 0
  #newest = ''

  /** A file of this name was synced. */
  synced(name: string) {
    if (!/^[0-9A-F]{24}$/.test(name) || name === this.#newest) return
    this.#newest = name
    this.segments += 1
  }
}

/** PostgreSQL has a process that makes checkpoints, PGlite has none. */
const segmentsOfCheckpoint = 16

/** PGlite is one connection: one caller runs, the others wait in line. */
class PgliteDriver implements Driver {
  readonly #pglite: PGlite
  readonly #log: Log
  readonly #connection: DatabaseConnection
  readonly #release: () => void
  #busy = false
  readonly #waiting: (() => void)[] = []

  constructor(pglite: PGlite, log: Log, release: () => void) {
    this.#pglite = pglite
    this.#log = log
    this.#connection = new PgliteConnection(pglite)
    this.#release = release
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#busy) await new Promise<void>((resume) => this.#waiting.push(resume))
    this.#busy = true
    return this.#connection
  }

  async releaseConnection() {
    if (this.#log.segments > segmentsOfCheckpoint) {
      this.#log.segments = 0
      // A disk that is full has no room for it; the next one comes after as many segments.
      await this.#pglite.query('checkpoint').catch(() => undefined)
    }
    const next = this.#waiting.shift()
    if (next) next()
    else this.#busy = false
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {
    await this.#pglite.close()
    this.#release()
  }
}

class PgliteConnection implements DatabaseConnection {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.#pglite.query<R>(query.sql, [...query.parameters])
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PGlite has no cursors here: read in batches')
  }
}
