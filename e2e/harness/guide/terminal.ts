import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { CommandStep, FileStep } from './guide.ts'
import { cleanEnv, type Env } from '../product/product.ts'
import { newDataFolder } from '../product/run-folder.ts'

const normalized = (line: string) => line.replace(/\s+/g, ' ').trim()
const patternOf = (line: string) =>
  new RegExp(
    `^${normalized(line)
      .split(/ ?… ?/)
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  )

/** The first of these lines that was not printed, in this order; null when all were. */
function notPrinted(lines: string[], output: string): string | null {
  const printed = stripVTControlCharacters(output).split('\n').map(normalized)
  let from = 0
  for (const line of lines) {
    const found = printed.findIndex((one, at) => at >= from && patternOf(line).test(one))
    if (found === -1) return line
    from = found + 1
  }
  return null
}

// A command leaves this to the next in the same terminal: folder and variables.
const inTerminal = (command: string, state: string) => `[ -e '${state}' ] && . '${state}'
${command}
code=$?
{ export -p; printf 'cd %q\\n' "$PWD"; } > '${state}'
exit $code`

type Staying = { process: ChildProcess; ended: Promise<number | null> }

/** Six builds at once take minutes on a busy machine; the test's own limit is above it. */
const longestWaitMs = 360_000

/**
 * A terminal in which the steps of a guide are done one after the other, each command by bash. In a folder one command
 * stays at a time: the next that stays there ends it. `here` maps what the guide names (its ports) to what this machine
 * has free.
 */
export class Terminal {
  private readonly state = join(newDataFolder('terminal'), 'state')
  private readonly staying = new Map<string, Staying>()
  private folder: string
  private readonly env: Env
  private readonly here: (text: string) => string

  constructor(folder: string, env: Env, here: (text: string) => string = (text) => text) {
    this.folder = folder
    this.env = env
    this.here = here
  }

  /**
   * Does one step. Rejects with its line in the guide when it ends otherwise or prints something else than the guide
   * says.
   */
  async do(step: CommandStep | FileStep): Promise<string> {
    if ('file' in step) {
      const path = join(this.folder, step.file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, step.text)
      return ''
    }
    if (step.runsOn) return this.stay(step)
    const { child, output } = this.start(step.command)
    const code = await ended(child)
    const missing = code === step.code ? this.missingFrom(step, output()) : null
    if (code !== step.code)
      throw new Error(`${step.at}: ${step.command}\nended with ${code}, not ${step.code}:\n${output()}`)
    if (missing !== null) throw new Error(`${step.at}: ${step.command}\ndid not print: ${missing}\nbut:\n${output()}`)
    const moved = step.command.match(/^cd (\S+)$/)?.[1]
    if (moved) this.folder = join(this.folder, moved)
    return output()
  }

  /** Ends what stays. */
  async close(): Promise<void> {
    await Promise.all([...this.staying.keys()].map((folder) => this.end(folder)))
  }

  private async stay(step: CommandStep): Promise<string> {
    await this.end(this.folder)
    const { child, output } = this.start(step.command)
    const staying = { process: child, ended: ended(child) }
    this.staying.set(this.folder, staying)
    for (let waited = 0; ; waited += 100) {
      const missing = this.missingFrom(step, output())
      if (missing === null) return output()
      const over = await Promise.race([
        staying.ended.then(() => 'it ended'),
        // So often it is looked at.
        // eslint-disable-next-line no-restricted-syntax
        new Promise<null>((resolve) => setTimeout(resolve, 100, null)),
      ])
      const why = over ?? (waited > longestWaitMs ? 'it took too long' : null)
      if (why) throw new Error(`${step.at}: ${step.command}\n${why} before it printed: ${missing}\n${output()}`)
    }
  }

  private missingFrom = (step: CommandStep, output: string) => notPrinted(step.prints.map(this.here), output)

  private start(command: string) {
    // A group of its own, so that all that a command started ends with it.
    const child = spawn('bash', ['-c', inTerminal(this.here(command), this.state)], {
      cwd: this.folder,
      env: cleanEnv(this.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    return { child, output: () => text }
  }

  private async end(folder: string) {
    const staying = this.staying.get(folder)
    this.staying.delete(folder)
    if (!staying?.process.pid || staying.process.exitCode !== null) return
    process.kill(-staying.process.pid, 'SIGTERM')
    const force = setTimeout(() => process.kill(-(staying.process.pid ?? 0), 'SIGKILL'), 10_000)
    await staying.ended
    clearTimeout(force)
  }
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
