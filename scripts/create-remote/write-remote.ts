import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readPart, settingsModule } from '@interline/federation/built'
import { matchesRoute, operationPaths, partName, remoteSource } from '@interline/federation/schema'
import { catalogVersion } from '../workspace/catalog.ts'
import { packedName } from '../workspace/packages.ts'
import { parts, root } from '../workspace/parts.ts'

/** Arguments or a name that cannot be used; the message says why. */
export class UsageError extends Error {}

const template = join(import.meta.dirname, 'remote-template')
const capitalised = (name: string) => name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))

/** `seat-plans` → `Seat Plans` */
export const titleOf = (name: string) => capitalised(name).join(' ')

/** A remote that is not there yet: its name (folder without `mfe-`), its title in the sidebar, and who owns it. */
type NewRemote = { name: string; title: string; owner: string }

const baseConfig = join(root, 'tsconfig.base.json')

function wordsFor(folder: string, { name, title, owner }: NewRemote): Record<string, string> {
  const { compilerOptions } = JSON.parse(readFileSync(baseConfig, 'utf8')) as { compilerOptions: object }
  return {
    name,
    Name: capitalised(name).join(''),
    titleJson: JSON.stringify(title),
    ownerJson: JSON.stringify(owner),
    base: relative(folder, baseConfig),
    cssTypes: relative(folder, join(root, 'shared', 'src', 'css.d.ts')),
    compilerOptions: JSON.stringify({ ...compilerOptions, types: ['node'] }, null, 2).replaceAll('\n', '\n  '),
    sharedPackage: `file:packages/${packedName('shared')}`,
    federationPackage: `file:packages/${packedName('federation')}`,
  }
}

/**
 * The part of this workspace that has a screen, or an answer of the shell's origin, at a path; undefined when none has.
 */
function ownerOf(path: string): string | undefined {
  const owner = parts.find(({ name, folder }) => {
    const { source, ownRoutes } = readPart(folder)
    return (name === 'shell' ? [...ownRoutes, ...operationPaths] : (source?.routes ?? [])).some((route) =>
      matchesRoute(route, path),
    )
  })
  return owner?.name
}

function filled(room: string, fill: (text: string) => string) {
  return readdirSync(join(template, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.template'))
    .map((file) => ({
      path: fill(file).replace(/\.template$/, ''),
      text: fill(readFileSync(join(template, room, file), 'utf8')),
    }))
}

/**
 * Writes a new remote into a folder that is not there yet: inside this workspace (`inside`), or a package of its own
 * (`outside`), with exact versions and our two packages expected in its folder `packages`. Throws naming what is wrong
 * with its name or its folder.
 */
export function writeRemote(folder: string, remote: NewRemote, target: 'inside' | 'outside' = 'inside'): string[] {
  const parsed = partName.safeParse(remote.name)
  if (!parsed.success)
    throw new UsageError(
      `"${remote.name}" cannot be the name of a remote: it ${parsed.error.issues[0]?.message ?? 'is not valid'}`,
    )
  const owner = ownerOf(`/${remote.name}`)
  if (owner)
    throw new UsageError(
      `"${remote.name}" cannot be the name of a remote: its path /${remote.name} is taken by ${owner}`,
    )
  if (existsSync(folder)) throw new UsageError(`${folder} is there already`)
  const words = wordsFor(folder, remote)
  const fill = (text: string) =>
    text
      .replace(/\{\{version:([^}]+)\}\}/g, (_, name: string) => catalogVersion(name))
      .replace(/\{\{(\w+)\}\}/g, (whole, word: string) => words[word] ?? whole)

  const files = ['every', target].flatMap((room) => filled(room, fill))
  const described = remoteSource.safeParse(JSON.parse(files.find(({ path }) => path === 'remote.json')?.text ?? '{}'))
  if (!described.success)
    throw new UsageError(`${described.error.issues[0]?.path.join('.')}: ${described.error.issues[0]?.message}`)
  const settings = { path: 'src/settings.ts', text: settingsModule(described.data.settings ?? {}) }
  const written = [...files, settings]
  for (const { path, text } of written) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return written.map(({ path }) => path).sort()
}
