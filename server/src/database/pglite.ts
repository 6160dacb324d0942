import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import {
  CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler,
  type DatabaseConnection, type Dialect, type Driver, type QueryResult,
} from 'kysely'
import { Disk, fileSync } from './disk.ts'
import { lockFolder } from './folder-lock.ts'
import { leaveWhenGivenUp, syncFiles, type FilesModule } from './pglite-files.ts'
import { makeFolders } from '../make-folders.ts'
import { syncFolder, syncNames } from '../sync-folder.ts'

/** The embedded database. `settled` resolves when what was committed is on the disk, and throws a `DiskError` when the disk failed. */
type Embedded = { dialect: Dialect; settled(): Promise<void> }

/** In `folder`, which is locked for as long as it is open, or in memory without one. Nothing is acknowledged before it is on the disk. */
export async function openPglite(folder: string | undefined, sync = fileSync): Promise<Embedded> {
  if (!folder) return embed(await PGlite.create({ extensions: { pg_trgm } }), undefined, () => undefined)
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

// Fsync is on, without PGlite's -F; by fdatasync PostgreSQL would not ask Emscripten's files.
const startParams = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']

/** What was made before and not finished, because the power went or the process was killed, holds nothing and is made anew. */
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

/** So much of the log (16 MB each) may be written between checkpoints. PostgreSQL leaves them to a process of its own, which PGlite has not. */
const segmentsOfCheckpoint = 16

/**
 * PGlite is one connection: whoever holds it runs alone, the others wait in line. Who changed something waits for the disk after giving it
 * back, so that the next one runs meanwhile and one sync serves several.
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

  /** In line with the others. Should it fail, the disk says so to whoever changes something. */
  #checkpoint(disk: Disk) {
    disk.checkpointed()
    this.acquireConnection()
      .then(() => this.#pglite.query('checkpoint'))
      .catch(() => undefined)
      .finally(() => this.releaseConnection())
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
   * What begins here may say that a change is made, even if it was somebody else's a moment ago (a request that is repeated): it waits for
   * the disk whether or not it changes anything itself, and is refused when the disk has failed.
   */
  startChanges() {
    this.#disk?.ensureWell()
    this.#changes = true
  }

  /** Whether there were changes since it was asked last. */
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
