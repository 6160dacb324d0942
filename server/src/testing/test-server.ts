import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { readConfig } from '../config/config.ts'
import type { DatabaseLocation } from '../database/open.ts'
import { startServer, type Server } from '../server.ts'
import { emptyDatabase } from './database/empty-database.ts'
import { quickPasswords } from './quick-passwords.ts'
import { postgres } from './services.ts'

export const origin = 'http://localhost:3999'

export type TestServer = Server & {
  /** A call as the person whose token it is, or as nobody. */
  call(
    method: 'GET' | 'POST',
    path: string,
    options?: { token?: string; body?: object } & Pick<InjectOptions, 'headers'>,
  ): Promise<Answer>
  /** Signs in as the demo administrator, or with another address. */
  signIn(email?: string): Promise<string>
  logLines: string[]
  /** DATA_DIR. */
  dataDir: string
}

type Answer = { status: number; headers: Record<string, unknown>; body: unknown; text: string }

/**
 * The real server on a throw-away database and folder, on a port of its own. `close` removes them, but not a database
 * at a location that several share.
 */
export async function startTestServer(
  database: 'PGlite' | 'PostgreSQL' | { location: DatabaseLocation } = 'PGlite',
  env: Record<string, string> = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'interline-server-'))
  const { location, drop } =
    typeof database === 'object' ? { ...database, drop: async () => undefined } : await createReadyDatabase(database)
  const logLines: string[] = []
  const config = readConfig({
    API_PORT: '0',
    DATA_DIR: dataDir,
    DEMO_ROWS: '30',
    ALLOWED_ORIGINS: origin,
    PUBLIC_API_URL: 'http://api.test',
    LOG_LEVEL: 'info',
    ...env,
  })
  const server = await startServer(config, {
    log: () => undefined,
    logTo: { write: (line) => void logLines.push(line) },
    location,
    passwords: quickPasswords,
  })
  const call: TestServer['call'] = async (method, path, { token, body, headers } = {}) => {
    const url = path.startsWith('/api') || path.startsWith('/healthz') ? path : `/api/v1${path}`
    const response = await server.app.inject({
      method,
      url,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { payload: body } : {}),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : undefined,
      text: response.body,
    }
  }
  return {
    ...server,
    call,
    logLines,
    dataDir,
    async signIn(email = 'admin@interline.test') {
      const { body } = await call('POST', '/user/auth/admin-login', { body: { email, password: 'interline-demo' } })
      return field<string>(body, 'data.token')
    },
    async close() {
      await server.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A field of an answer by its path; the caller says what it must be, and a test fails where it is not. */
export function field<T>(value: unknown, path: string): T {
  let found = value
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !(name in found))
      throw new Error(`no ${path} in ${JSON.stringify(value)}`)
    found = Object.entries(found).find(([key]) => key === name)?.[1]
  }
  return found as T
}

type TestDatabase = { location: DatabaseLocation; drop: () => Promise<void> }

/**
 * For tests that need no new embedded database: a copy of the empty one, with its tables, opens in less
 * than half the time.
 */
export const createReadyDatabase = async (database: 'PGlite' | 'PostgreSQL'): Promise<TestDatabase> =>
  database === 'PGlite'
    ? { location: { snapshot: await emptyDatabase() }, drop: async () => undefined }
    : createTestDatabase(database)

/** A database without tables. `drop` removes it. */
export async function createTestDatabase(database: 'PGlite' | 'PostgreSQL'): Promise<TestDatabase> {
  if (database === 'PGlite') return { location: 'memory', drop: async () => undefined }
  const name = `interline_test_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${postgres}/postgres` })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  return { location: { url: `${postgres}/${name}` }, drop: () => run(`drop database ${name} with (force)`) }
}
