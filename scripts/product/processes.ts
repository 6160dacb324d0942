import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../workspace/parts.ts'

const children = new Set<ChildProcess>()
let stopping = false

/** The end of a process: in words, and whether it failed by itself. One that somebody ended did not. */
type OnExit = (reason: string, failed: boolean) => void
type Started = { name: string; process: ChildProcess; ready: Promise<void> }

/** Has a process ended with all the others by `stopProcesses`. */
export function track<Child extends ChildProcess>(child: Child): Child {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/**
 * Runs a TypeScript file of the workspace, its lines prefixed with `name`. `ready` resolves when it says so over IPC.
 */
export function startProcess(
  name: string,
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  onExit: OnExit,
): Started {
  const child = track(
    spawn(process.execPath, ['--import', 'tsx/esm', join(root, file), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
  )
  child.stdout?.on('data', prefixTo(process.stdout, name))
  child.stderr?.on('data', prefixTo(process.stderr, name))

  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: { type?: string }) => {
      if (message.type === 'ready') resolve()
    })
    child.once('exit', (code, signal) => {
      const reason = signal ? `ended by ${signal}` : `ended with code ${code}`
      reject(new Error(`${name} ${reason} before it was ready`))
      if (!stopping) onExit(reason, code !== 0 && signal === null)
    })
  })
  ready.catch(() => undefined)
  return { name, process: child, ready }
}

/**
 * Starts a process, and again when it fails by itself: after a second, and each time twice as long, up to 30 s, when it
 * did not last a minute. `report` hears why it ended, and after how many milliseconds it starts again; null: it stays
 * away, because somebody ended it.
 */
export function keepRunning(
  start: (onExit: OnExit) => Started,
  report: (reason: string, restartMs: number | null) => void,
  restartMs = 1000,
): Started {
  const began = Date.now()
  return start((reason, failed) => {
    const pause = Date.now() - began > 60_000 ? 1000 : restartMs
    report(reason, failed ? pause : null)
    if (failed) setTimeout(() => keepRunning(start, report, Math.min(2 * pause, 30_000)), pause).unref()
  })
}

/** Ends every process that was started: politely, and after 4 s by force. */
export async function stopProcesses(): Promise<void> {
  stopping = true
  const ended = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)))
  for (const child of children) child.kill('SIGTERM')
  const force = setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, 4000)
  await Promise.all(ended)
  clearTimeout(force)
}

function prefixTo(stream: NodeJS.WriteStream, name: string) {
  let rest = ''
  return (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) stream.write(`  ${name}: ${line}\n`)
  }
}
