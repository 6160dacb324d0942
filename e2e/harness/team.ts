import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, run, type Env, type Running } from './product.ts'

/** The path of a person who has nothing of this repository; npm puts the tools of the package it runs in front of it. */
const pathOfOthers = () => (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root)).join(delimiter)

/** A command of a team, in its own folder. */
export const runAtTeam = (folder: string, command: string, args: string[], env: Env = {}): Running => run(command, args, { PATH: pathOfOthers(), ...env }, folder)

/** The same to its end. Rejects with its output when it does not end with `code`. */
export async function doAtTeam(folder: string, command: string, args: string[], { env = {}, code = 0 }: { env?: Env; code?: number } = {}): Promise<string> {
  const running = runAtTeam(folder, command, args, env)
  const ended = await running.ended
  if (ended.code !== code) throw new Error(`${[command, ...args].join(' ')} ended with ${ended.code}, not ${code}:\n${running.output()}`)
  return running.output()
}

/** What in a team's folder leads to this repository: links, and files of its own that name it. Empty is alone. */
export function tracesOfRepository(folder: string): string[] {
  const look = (at: string): string[] =>
    readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
      const path = join(at, entry.name)
      if (lstatSync(path).isSymbolicLink()) return existsSync(path) && !realpathSync(path).startsWith(realpathSync(folder)) ? [path] : []
      if (entry.isDirectory()) return look(path)
      const ours = !path.includes('/node_modules/') || path.includes('/node_modules/@interline/')
      return ours && readFileSync(path).includes(root) ? [path] : []
    })
  return look(folder)
}
