import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../product/product.ts'

/**
 * The path of a person who has nothing of this repository; npm puts the tools of the package it runs in front of it.
 */
export const pathOfOthers = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(root))
    .join(delimiter)

/**
 * Paths in a team's folder to one of these checkouts: links, and files of its own or of our packages that name it.
 * Empty is alone.
 */
export function tracesOf(checkouts: string[], folder: string): string[] {
  const filesIn = (at: string): string[] =>
    readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
      const path = join(at, entry.name)
      if (entry.isSymbolicLink())
        return existsSync(path) && !realpathSync(path).startsWith(realpathSync(folder)) ? [path] : []
      if (entry.isDirectory()) return filesIn(path)
      const ours = !path.includes('/node_modules/') || path.includes('/node_modules/@interline/')
      return ours && checkouts.some((checkout) => readFileSync(path).includes(checkout)) ? [path] : []
    })
  return filesIn(folder)
}
