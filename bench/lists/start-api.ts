import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import pg from 'pg'
import { root } from '../../e2e/harness/product/product.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { fillOtherTables } from './more-rows.ts'

export type Api = {
  url: string
  token: string
  memory(): number
  /** Number and bytes of the lists' indexes, and the bytes of all others; undefined on the embedded database. */
  indexes(): Promise<{ count: number; bytes: number; otherBytes: number } | undefined>
  stop(): Promise<void>
  drop(): Promise<void>
}

const name = 'interline_bench_lists'

/**
 * The API alone, on a database of its own at DATABASE_URL or on the embedded one. BENCH_KEEP=1 keeps the database for
 * the next time.
 */
export async function startApi(rows: number, log: (line: string) => void): Promise<Api> {
  const server = process.env.DATABASE_URL
  const keep = process.env.BENCH_KEEP === '1'
  const folder = keep && !server ? join(tmpdir(), name) : mkdtempSync(join(tmpdir(), 'interline-lists-'))
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  if (server)
    await onServer(`create database ${name}`).catch((error: unknown) => {
      if (!keep || !(error instanceof Error) || !('code' in error) || error.code !== '42P04') throw error
    })
  const database = server ? Object.assign(new URL(server), { pathname: `/${name}` }).href : ''
  const port = await takePorts()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: database,
      DATA_DIR: folder,
      API_PORT: String(port),
      DEMO_ROWS: String(rows),
      NODE_ENV: '',
      LOG_LEVEL: 'warn',
      PUBLIC_API_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout?.on('data', (chunk: Buffer) => log(chunk.toString().trimEnd()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const drop = async () => {
    if (keep) return
    if (server) await onServer(`drop database if exists ${name} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`the API ended with ${code} before it was ready`)))
  })
  await ready.catch((error: unknown) => drop().then(() => Promise.reject(error)))
  if (server) await fillOtherTables(database, rows, log)
  const url = `http://127.0.0.1:${port}`
  const { token } = await signInTo('product', url)
  return {
    url,
    token,
    /** MB that the process holds. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024,
    async indexes() {
      if (!database) return undefined
      const client = new pg.Client({ connectionString: database })
      await client.connect()
      try {
        const isListed = `relname in ('people', 'driver_rides', 'bookings', 'activity', 'corridors')`
        const { rows } = await client.query<{ count: number; bytes: number; otherBytes: number }>(
          `select count(*) filter (where ${isListed})::int as count,
            sum(pg_relation_size(indexrelid)) filter (where ${isListed})::float8 as bytes,
            sum(pg_relation_size(indexrelid)) filter (where not ${isListed})::float8 as "otherBytes" from pg_stat_user_indexes`,
        )
        return rows[0]
      } finally {
        await client.end()
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    drop,
  }
}
