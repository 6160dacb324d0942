import { harmlessLines } from '../../report/plain-text.ts'
import { nextSteps, violationLine, ReleaseError, type Violation } from '../../report/release-error.ts'

/** The answer of a command: as a person reads it, as JSON, and what it refused. */
export type Answer = { text: string; json: Record<string, unknown>; refused?: Violation[] }

/** The settings of a command, and where its text goes. */
export type CommandIo = { env: NodeJS.ProcessEnv; out: (text: string) => void; err: (text: string) => void }

/** A running command has its settings and output, whether it answers in JSON, and the exit code so far. */
export type CommandContext = CommandIo & { wantsJson: boolean; exitCode: 0 | 1 | 2 }

const print = ({ out }: CommandIo, value: unknown) => out(`${JSON.stringify(value, null, 2)}\n`)

/** Prints the answer of an act, one JSON document with `--json`; violations go to stderr and make the exit code 1. */
export const answering =
  <A extends unknown[]>(context: CommandContext, act: (...args: A) => Answer | Promise<Answer>) =>
  async (...args: A) => {
    const { text, json, refused = [] } = await act(...args)
    if (context.wantsJson) print(context, refused.length > 0 ? { ...json, refused } : json)
    else if (text) context.out(`${harmlessLines(text)}\n`)
    if (refused.length === 0) return
    for (const line of [...refused.map(violationLine), ...nextSteps(refused)])
      context.err(`release: ${harmlessLines(line)}\n`)
    context.exitCode = 1
  }

/** Prints what ended a command: violations (exit code 1) or a command that was not understood (2). */
export function refuse(context: CommandContext, error: Error, exitCode: 1 | 2) {
  const refused = error instanceof ReleaseError ? error.refused : [{ reason: error.message }]
  if (context.wantsJson) print(context, { refused })
  if (exitCode === 1)
    for (const line of [error.message, ...nextSteps(refused)]) context.err(`release: ${harmlessLines(line)}\n`)
  context.exitCode = exitCode
}

/** Rows as aligned columns, indented by two. */
export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}

export const kib = (bytes: number) => `${Math.round(bytes / 1024)} KiB`
