import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { field } from './test-server.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Starts the server as `npm start` does, and waits until it is ready or has ended. It ends with the test. */
export async function startProcess(env: Record<string, string>) {
  const child = fork(main, {
    execArgv: ['--import', 'tsx'],
    silent: true,
    env: { PATH: process.env['PATH'] ?? '', API_PORT: '0', DEMO_ROWS: '2', LOG_LEVEL: 'silent', ...env },
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const port = await Promise.race([
    new Promise<number>((resolve) => child.on('message', (message) => resolve(field<number>(message, 'port')))),
    ended.then(() => undefined),
  ])
  return { child, ended, port, output: () => output }
}

export const call = async (
  port: number | undefined,
  method: string,
  path: string,
  token?: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<unknown> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.json()
}
