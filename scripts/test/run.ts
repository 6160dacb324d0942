import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../workspace/parts.ts'

/** The folder in which the steps leave what they found. */
export const results = join(root, 'node_modules/.cache/test-results')

/** Runs a command with its output in the log; whether it ended well. */
export const run = (
  command: string,
  args: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
