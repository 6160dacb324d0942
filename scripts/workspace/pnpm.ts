import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './parts.ts'

/** The output of the pnpm that `engines` names in a folder, and how it ends; `loud` shows what it says instead. */
function runPnpm(
  args: string[],
  cwd: string,
  { loud = false } = {},
): Promise<{ status: number | null; stdout: string; output: string }> {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { pnpm: string } }
  const child = spawn('npx', ['--yes', '--prefer-offline', `pnpm@${engines.pnpm}`, ...args], {
    cwd,
    stdio: loud ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, stdout, output }))
  })
}

/**
 * Runs that pnpm in a folder and returns what it wrote to its standard output. Rejects with all that it said when it
 * fails; `loud` shows that while it runs instead.
 */
export async function pnpm(args: string[], cwd: string, { loud = false } = {}): Promise<string> {
  const { status, stdout, output } = await runPnpm(args, cwd, { loud })
  if (status === 0) return stdout
  throw new Error(`pnpm ${args[0]} failed in ${cwd}${loud ? '; the lines above say why' : `:\n${output}`}`)
}
