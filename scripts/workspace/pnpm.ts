import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './parts.ts'

/**
 * Runs the pnpm that `engines` names in a folder. Rejects with what it said when it fails; `loud` shows that while it
 * runs instead.
 */
export function pnpm(args: string[], cwd: string, { loud = false } = {}): Promise<void> {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { pnpm: string } }
  const child = spawn('npx', ['--yes', `pnpm@${engines.pnpm}`, ...args], {
    cwd,
    stdio: loud ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`pnpm ${args[0]} failed in ${cwd}${loud ? '; the lines above say why' : `:\n${output}`}`))
    })
  })
}
