import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import {
  CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler,
  type DatabaseConnection, type Dialect, type Driver, type QueryResult,
} from 'kysely'
import { lockFolder } from './folder-lock.ts'

/** The embedded database in `folder`, or in memory without one. The folder is locked for as long as it is open. */
export async function openPglite(folder: string | undefined): Promise<Dialect> {
  if (!folder) return dialectOf(await PGlite.create({ extensions: { pg_trgm } }), () => undefined)
  mkdirSync(folder, { recursive: true })
  const release = lockFolder(folder)
  try {
    return dialectOf(await PGlite.create({ dataDir: folder, extensions: { pg_trgm } }), release)
  } catch (error) {
    release()
    throw error
  }
}

function dialectOf(pglite: PGlite, release: () => void): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => new PgliteDriver(pglite, release),
  }
}

/** PGlite is one connection: whoever holds it runs alone, the others wait in line. */
class PgliteDriver implements Driver {
  readonly #pglite: PGlite
  readonly #connection: PgliteConnection
  readonly #release: () => void
  #busy = false
  readonly #waiting: (() => void)[] = []

  constructor(pglite: PGlite, release: () => void) {
    this.#pglite = pglite
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
