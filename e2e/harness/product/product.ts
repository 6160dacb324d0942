import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { takePorts } from './ports.ts'
import { newDataFolder } from './run-folder.ts'

export const root = join(import.meta.dirname, '..', '..', '..')
export const remotes = ['drivers', 'users', 'rides', 'chat', 'team'] as const
export type RemoteName = (typeof remotes)[number]
export const remoteFolder = (name: RemoteName) => join(root, `mfe-${name}`)

export type Env = Record<string, string | undefined>

type Ended = { code: number | null; ms: number }

/** A process of ours: what it printed, and its end. */
export type Running = {
  pid: number
  output: () => string
  /** Resolves when a line matches; rejects with all output when it ends before, or after `ms`. */
  printed: (line: RegExp, ms?: number) => Promise<void>
  ended: Promise<Ended>
  stop: (signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => Promise<Ended>
}

/** The environment of a product: this machine's, without what a test runner or a developer's shell put there. */
export function cleanEnv(env: Env): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(NODE_OPTIONS|NODE_ENV|API_URL|PORT|API_PORT|DATA_DIR|DEMO_ROWS|LOADER_MS|DATABASE_URL|REDIS_URL|HOST|TRUST_PROXY|S3_\w+|ARTIFACT_STORE|ADMIN_\w+|DEV_OVERRIDE|SSO_\w+|PW_\w+|PLAYWRIGHT_\w+|npm_(package|lifecycle)_\w+|npm_config_local_prefix|npm_command|INIT_CWD)$/.test(
        name,
      ),
  )
  const given = Object.entries(env).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...inherited, ...given])
}

/** Runs node with these arguments from the repository's root. */
export const runNode = (args: string[], env: Env = {}): Running => run(process.execPath, args, env)

/** Runs a command in a folder, the repository's root unless another is named. */
export function run(command: string, args: string[], env: Env, cwd: string = root): Running {
  const began = Date.now()
  const child = spawn(command, args, { cwd, env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const waiting = new Set<() => void>()
  const take = (chunk: Buffer) => {
    text += chunk.toString()
    for (const check of waiting) check()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const ended = endOf(child).then((code) => ({ code, ms: Date.now() - began }))

  return {
    pid: child.pid ?? 0,
    output: () => text,
    ended,
    printed: (line, ms = 120_000) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) =>
          finish(() => reject(new Error(`${args.join(' ')}: ${why} before it printed ${line}:\n${text}`)))
        const timer = setTimeout(() => fail(`${ms} ms passed`), ms)
        const check = () => line.test(text) && finish(resolve)
        const finish = (act: () => void) => {
          clearTimeout(timer)
          waiting.delete(check)
          act()
        }
        waiting.add(check)
        void ended.then(() => fail('it ended'))
        check()
      }),
    stop: async (signal = 'SIGTERM') => {
      const startedAt = Date.now()
      child.kill(signal)
      const { code } = await ended
      return { code, ms: Date.now() - startedAt }
    },
  }
}

const endOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))

export type Product = Running & { url: string; apiUrl: string; port: number; dataDir: string; env: Env }

/** Where a product that is not started yet will be: its own ports and its own folder. */
export async function planProduct(name: string, env: Env = {}) {
  const port = await takePorts()
  const apiPort = port + 9
  const dataDir = newDataFolder(name)
  const settings: Env = {
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: dataDir,
    LOADER_MS: '0',
    DEMO_ROWS: '60',
    LOG_LEVEL: 'warn',
    ...env,
  }
  return {
    url: `http://localhost:${port}`,
    apiUrl: env.API_URL ?? `http://localhost:${apiPort}`,
    port,
    dataDir,
    env: settings,
  }
}
export type Plan = Awaited<ReturnType<typeof planProduct>>

/** The processes that `npm start` runs, of a plan; not yet ready. */
export const launch = (plan: Plan): Product => ({ ...plan, ...runNode(['scripts/run.mjs', 'start'], plan.env) })

/** `npm start` itself, of a plan; not yet ready. Its process is npm's. */
export const launchWithNpm = (plan: Plan): Product => ({ ...plan, ...run('npm', ['start'], plan.env) })

/** A whole product of its own, ready. The caller stops it. */
export async function startProduct(name: string, env: Env = {}): Promise<Product> {
  const product = launch(await planProduct(name, env))
  await product.printed(/^Ready: /m, 240_000)
  return product
}

/** The release manager's tool, against a product's folder. Rejects with its output when it fails. */
export async function release(product: { dataDir: string }, ...args: string[]): Promise<string> {
  const tool = runNode(['scripts/run.mjs', 'release', ...args], { DATA_DIR: product.dataDir })
  const { code } = await tool.ended
  if (code !== 0) throw new Error(`release ${args.join(' ')} ended with ${code}:\n${tool.output()}`)
  return tool.output()
}

/**
 * Remembers what is live; the returned function brings its pins back, so that the next test finds the product as it
 * was.
 */
export async function rememberRelease(product: { dataDir: string }): Promise<() => Promise<string>> {
  const { number } = JSON.parse(await release(product, 'status', '--json')) as { number: number }
  return () => release(product, 'rollback', '--to', String(number), '--reason', 'as it was before the test')
}
