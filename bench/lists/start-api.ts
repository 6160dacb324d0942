import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import pg from 'pg'
import { root } from '../../e2e/harness/product.ts'
import { takePorts } from '../../e2e/harness/ports.ts'
import { signInTo } from '../../e2e/harness/backend.ts'

export type Api = { url: string; token: string; memory(): number; quiet(): Promise<void>; stop(): Promise<void>; drop(): Promise<void> }

const name = 'interline_bench_lists'

/** The API alone, on a database of its own at DATABASE_URL or on the embedded one. BENCH_KEEP=1 keeps the database for the next time. */
export async function startApi(rows: number, say: (line: string) => void): Promise<Api> {
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
  if (server) await onServer(`create database ${name}`).catch((error: unknown) => {
    if (!keep || !(error instanceof Error) || !('code' in error) || error.code !== '42P04') throw error
  })
  const database = server ? Object.assign(new URL(server), { pathname: `/${name}` }).href : ''
  const port = await takePorts()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database, DATA_DIR: folder, API_PORT: String(port), DEMO_ROWS: String(rows), NODE_ENV: '', LOG_LEVEL: 'warn', PUBLIC_API_URL: `http://127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout?.on('data', (chunk: Buffer) => say(chunk.toString().trimEnd()))
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
  const url = `http://127.0.0.1:${port}`
  const { token } = await signInTo('product', url)
  return {
    url,
    token,
    /** MB that the process holds. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024,
    /** Until it has next to nothing to do. */
    async quiet() {
      const ticks = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number).reduce((sum, part) => sum + part, 0) ?? 0
      for (let before = -100; ticks() - before > 2;) {
        before = ticks()
        await new Promise((resolve) => setTimeout(resolve, 2000))
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    drop,
  }
}
