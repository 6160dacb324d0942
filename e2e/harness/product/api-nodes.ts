import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { root } from './product.ts'

/** One process of the API alone, which can be ended and started again at its port. */
export type ApiNode = {
  port: number
  url: string
  start(): Promise<void>
  /** Its exit code, null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the API with these settings, of this process's own none but where its programs are. */
export async function startApiNode(port: number, env: Record<string, string>): Promise<ApiNode> {
  let child: ChildProcess | undefined
  const url = `http://127.0.0.1:${port}`
  const node: ApiNode = {
    port,
    url,
    async start() {
      const started = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/src/main.ts')], {
        cwd: root,
        env: { PATH: process.env.PATH, LOG_LEVEL: 'error', PUBLIC_API_URL: url, ...env, API_PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        started.once('message', () => resolve())
        started.once('exit', (code) => reject(new Error(`the API ended with ${code} before it was ready`)))
      })
    },
    async stop(signal = 'SIGTERM') {
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null
      const ended = new Promise<number | null>((resolve) => ending.once('exit', (code) => resolve(code)))
      ending.kill(signal)
      return ended
    },
  }
  await node.start()
  return node
}
