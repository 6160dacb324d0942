import { parseArgs, type ParseArgsConfig } from 'node:util'
import { PlainError } from './plain-error.ts'

export const print = (line: string) => void process.stdout.write(`${line}\n`)

/** The message of an error, and of a mistake of ours where it arose. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // An error of the system (no space, no permission) names the file; its stack trace would not help.
  const isPlain = error instanceof PlainError || 'syscall' in error
  return isPlain ? error.message : (error.stack ?? error.message)
}

/** A command: it ends with 1 when something fails, and with 2 when it was wrong. */
export class Command {
  readonly #name: string
  readonly #usage: string

  constructor(name: string, usage: string) {
    this.#name = name
    this.#usage = usage
  }

  fail(status: 1 | 2, text: string): never {
    process.stderr.write(`${this.#name}: ${text}\n${status === 2 ? `${this.#usage}\n` : ''}`)
    process.exit(status)
  }

  /** Its arguments. With `--help` it prints how it is used, and ends. */
  read<Options extends NonNullable<ParseArgsConfig['options']>>(options: Options, args = process.argv.slice(2)) {
    const help = { type: 'boolean' } as const
    try {
      const given = parseArgs({ args, options: { ...options, help }, allowPositionals: true })
      if (!('help' in given.values)) return given
    } catch (error) {
      this.fail(2, error instanceof Error ? error.message : String(error))
    }
    print(this.#usage)
    process.exit(0)
  }

  async run(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.fail(1, explain(error)))
  }
}
