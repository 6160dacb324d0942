import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pLimit from 'p-limit'
import { lockFolder } from './folder-lock.ts'
import { syncFiles, type FilesModule } from './pglite-files.ts'
import { makeFolders } from '../../storage/make-folders.ts'
import { syncFolder, syncNames } from '../../storage/sync-folder.ts'

/** Opens a database in memory, new or as it was in `snapshot`. `dump` makes a snapshot of it. */
export async function openInMemory(snapshot?: Blob): Promise<{ dialect: PostgresDialect; dump(): Promise<Blob> }> {
  const pglite = await PGlite.create({ extensions: { pg_trgm }, ...(snapshot && { loadDataDir: snapshot }) })
  return { dialect: dialectOf(pglite, { segments: 0 }, () => undefined), dump: () => pglite.dumpDataDir('none') }
}

/**
 * Opens the database in `folder`, which is locked for as long as it is open. Nothing is acknowledged before it is on
 * the disk.
 */
export async function openPglite(folder: string): Promise<{ dialect: PostgresDialect }> {
  makeFolders(folder)
  const release = lockFolder(folder)
  const files = new SyncedFiles(folder)
  try {
    return { dialect: dialectOf(await openFolder(folder, files), files, release) }
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
 * All that was made before and not finished, because the power went or the process was killed, holds nothing and is
 * made anew.
 */
async function openFolder(folder: string, fs: SyncedFiles): Promise<PGlite> {
  const open = () => PGlite.create({ fs, extensions: { pg_trgm }, startParams })
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
  /** How many segments of the write-ahead log, 16 MB each, were begun since the last checkpoint. */
  segments = 0
  #newest = ''

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const prepare = (module: FilesModule) => syncFiles(module, (name) => this.#count(name))
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [prepare, ...[emscriptenOpts.preRun ?? []].flat()] } }
  }

  #count(name: string) {
    if (!/^[0-9A-F]{24}$/.test(name) || name === this.#newest) return
    this.#newest = name
    this.segments += 1
  }
}

/** PostgreSQL has a process that makes checkpoints, PGlite has none. */
const segmentsOfCheckpoint = 16

/** PGlite is one connection: one caller has it, the others wait in line. */
function dialectOf(pglite: PGlite, log: { segments: number }, release: () => void): PostgresDialect {
  const inTurn = pLimit(1)
  const query = async (text: unknown, values: readonly unknown[] = []) => {
    const { rows, affectedRows } = await pglite.query(String(text), [...values])
    return { command: 'UPDATE', rowCount: affectedRows ?? 0, rows }
  }
  async function checkpoint() {
    if (log.segments <= segmentsOfCheckpoint) return
    log.segments = 0
    // A disk that is full has no room for it; the next one comes after as many segments.
    await pglite.query('checkpoint').catch(() => undefined)
  }
  const client = (end: () => void): PostgresPoolClient => ({
    query: query as PostgresPoolClient['query'],
    release: () => void checkpoint().then(end),
  })
  const pool: PostgresPool = {
    connect: () => new Promise((take) => void inTurn(() => new Promise<void>((end) => take(client(end))))),
    async end() {
      await pglite.close()
      release()
    },
  }
  return new PostgresDialect({ pool })
}
