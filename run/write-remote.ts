import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { partName, remoteSource } from '@interline/federation/schema'
import { root } from './parts.ts'

/** A wish that cannot be met; the message names what was wrong with it. */
export class WishError extends Error {}

const template = join(import.meta.dirname, 'remote-template')
const capitalised = (name: string) => name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))

/** `seat-plans` → `Seat Plans` */
export const titleOf = (name: string) => capitalised(name).join(' ')

/** A remote that is not there yet: its name (folder without `mfe-`), its title in the sidebar, and who owns it. */
export type NewRemote = { name: string; title: string; owner: string }

/** Writes a new remote into a folder that is not there yet. Throws naming what is wrong with its name or its place. */
export function writeRemote(folder: string, { name, title, owner }: NewRemote): string[] {
  const parsed = partName.safeParse(name)
  if (!parsed.success) throw new WishError(`"${name}" cannot be the name of a remote: it ${parsed.error.issues[0]?.message ?? 'is not valid'}`)
  if (existsSync(folder)) throw new WishError(`${folder} is there already`)
  const words = { name, Name: capitalised(name).join(''), titleJson: JSON.stringify(title), ownerJson: JSON.stringify(owner), base: relative(folder, join(root, 'tsconfig.base.json')) }
  const fill = (text: string) => text.replace(/\{\{(name|Name|titleJson|ownerJson|base)\}\}/g, (_, word: keyof typeof words) => words[word])

  const files = readdirSync(template, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.template'))
    .map((file) => ({ path: fill(file).replace(/\.template$/, ''), text: fill(readFileSync(join(template, file), 'utf8')) }))
  const described = remoteSource.safeParse(JSON.parse(files.find(({ path }) => path === 'remote.json')?.text ?? '{}'))
  if (!described.success) throw new WishError(`${described.error.issues[0]?.path.join('.')}: ${described.error.issues[0]?.message}`)
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return files.map(({ path }) => path).sort()
}
