import { refusalLine, ReleaseError, type Refusal } from '../release-error.ts'

/** What a command found: as a person reads it, as JSON, and what it refused. */
export type Answer = { text: string; json: Record<string, unknown>; refused?: Refusal[] }

const wantsJson = () => process.argv.includes('--json')

const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)

/** Prints the answer of an act, one JSON document with `--json`; refusals go to stderr and make the exit code 1. */
export const answering =
  <A extends unknown[]>(act: (...args: A) => Answer | Promise<Answer>) =>
  async (...args: A) => {
    const { text, json, refused = [] } = await act(...args)
    if (wantsJson()) print(refused.length > 0 ? { ...json, refused } : json)
    else if (text) process.stdout.write(`${text}\n`)
    if (refused.length === 0) return
    for (const one of refused) process.stderr.write(`release: ${refusalLine(one)}\n`)
    process.exitCode = 1
  }

/** Prints what ended a command: a refusal (exit code 1) or a command that was not understood (2). */
export function refuse(error: Error, exitCode: 1 | 2) {
  if (wantsJson()) print({ refused: error instanceof ReleaseError ? error.refused : [{ reason: error.message }] })
  if (exitCode === 1) process.stderr.write(`release: ${error.message}\n`)
  process.exitCode = exitCode
}
