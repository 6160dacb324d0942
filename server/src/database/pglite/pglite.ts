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
import { Disk, fileSync } from './disk.ts'
import { lockFolder } from './folder-lock.ts'
import { leaveWhenGivenUp, syncFiles, type FilesModule } from './pglite-files.ts'
import { makeFolders } from '../../storage/make-folders.ts'
import { syncFolder, syncNames } from '../../storage/sync-folder.ts'

/**
 * The embedded database. `settled` resolves when what was committed is on the disk, and throws a `DiskError` when the
 * disk failed.
 */
type Embedded = { dialect: Dialect; settled(): Promise<void> }

/** Opens a database in memory, new or as it was in `snapshot`. `dump` makes a snapshot of it. */
export async function openInMemory(snapshot?: Blob): Promise<Embedded & { dump(): Promise<Blob> }> {
  const pglite = await PGlite.create({ extensions: { pg_trgm }, ...(snapshot && { loadDataDir: snapshot }) })
  return { ...embed(pglite, undefined, () => undefined), dump: () => pglite.dumpDataDir('none') }
}

/**
 * Opens the database in `folder`, which is locked for as long as it is open. Nothing is acknowledged before it is on
 * the disk.
 */
export async function openPglite(folder: string, sync = fileSync): Promise<Embedded> {
  makeFolders(folder)
  const release = lockFolder(folder)
  const disk = new Disk(sync)
  try {
    return embed(await openFolder(folder, disk), disk, release)
  } catch (error) {
    disk.close()
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
async function openFolder(folder: string, disk: Disk): Promise<PGlite> {
  const open = async () => {
    const pglite = await PGlite.create({ fs: new SyncedFiles(folder, disk), extensions: { pg_trgm }, startParams })
    const module: object = pglite.Module
    leaveWhenGivenUp(module, disk)
    return pglite
  }
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
  readonly #disk: Disk

  constructor(folder: string, disk: Disk) {
    super(folder)
    this.#disk = disk
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const prepare = (module: FilesModule) => syncFiles(module, this.#disk)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [prepare, ...[emscriptenOpts.preRun ?? []].flat()] } }
  }
}

function embed(pglite: PGlite, disk: Disk | undefined, release: () => void): Embedded {
  return {
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => new PgliteDriver(pglite, disk, release),
    },
    settled: async () => disk?.settled(),
  }
}

/**
 * A checkpoint is made after so many segments of the log, 16 MB each. PostgreSQL has a process for that, PGlite has
 * none.
 */
const segmentsOfCheckpoint = 16

/**
 * PGlite is one connection: one caller runs, the others wait in line. After a change the caller gives the connection
 * back first and then waits for the disk: the next one runs meanwhile, and one sync serves several.
 */
class PgliteDriver implements Driver {
  readonly #pglite: PGlite
  readonly #disk: Disk | undefined
  readonly #connection: PgliteConnection
  readonly #release: () => void
  #busy = false
  #notedBefore = 0
  readonly #waiting: (() => void)[] = []

  constructor(pglite: PGlite, disk: Disk | undefined, release: () => void) {
    this.#pglite = pglite
    this.#disk = disk
    this.#connection = new PgliteConnection(pglite, disk)
    this.#release = release
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#busy) await new Promise<void>((resume) => this.#waiting.push(resume))
    this.#busy = true
    this.#notedBefore = this.#disk?.noted ?? 0
    return this.#connection
  }

  async releaseConnection() {
    const disk = this.#disk
    const mustWait = disk && (this.#connection.takeChanges() || disk.noted > this.#notedBefore)
    const next = this.#waiting.shift()
    if (next) next()
    else this.#busy = false
    if (disk && disk.segments > segmentsOfCheckpoint) this.#checkpoint(disk)
    if (mustWait) await disk.settled()
  }

  /** Waits in line like a query. If it fails, the disk has failed, and the next change reports that. */
  #checkpoint(disk: Disk) {
    disk.checkpointed()
    this.acquireConnection()
      .then(() => this.#pglite.query('checkpoint'))
      .catch(() => undefined)
      .then(() => this.releaseConnection())
      .catch(() => undefined)
  }

  async beginTransaction(connection: DatabaseConnection) {
    this.#connection.startChanges()
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {
    // What the disk did not take is settled by the log at the next start.
    if (!this.#disk?.hasFailed) await this.#pglite.close()
    this.#disk?.close()
    this.#release()
  }
}

class PgliteConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #disk: Disk | undefined
  #changes = false

  constructor(pglite: PGlite, disk: Disk | undefined) {
    this.#pglite = pglite
    this.#disk = disk
  }

  /**
   * A transaction waits for the disk even if it changes nothing: it may answer that a change is made which another one
   * committed a moment ago (a repeated request). Throws when the disk has failed.
   */
  startChanges() {
    this.#disk?.ensureWell()
    this.#changes = true
  }

  /** Whether there were changes since the last call. */
  takeChanges(): boolean {
    const had = this.#changes
    this.#changes = false
    return had
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#disk?.isGivenUp) this.#disk.ensureWell()
    if (changing.has(query.query.kind)) this.startChanges()
    const { rows, affectedRows } = await this.#pglite.query<R>(query.sql, [...query.parameters])
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PGlite has no cursors here: read in batches')
  }
}

const changing = new Set<string>(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])
