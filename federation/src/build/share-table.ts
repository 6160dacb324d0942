import { readFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What is one instance at run time. The shell provides every row; remotes take them and carry no copy. `eager` rows are in the
 * shell's first files; the others load with the first route that needs them. antd and the router are behind doors of
 * @interline/shared, so that webpack can leave out what nobody uses.
 */
export const shareTable = [
  { name: 'react', eager: true },
  { name: 'react/jsx-runtime', eager: true },
  { name: 'react-dom', eager: true },
  { name: 'zustand', eager: true },
  { name: 'dayjs', eager: true },
  { name: '@tanstack/react-query', eager: true },
  { name: '@interline/shared', eager: true },
  { name: '@interline/shared/ui', eager: true },
  { name: '@interline/shared/router', eager: true },
  { name: '@interline/shared/list', eager: false },
  { name: '@interline/shared/kit', eager: false },
] as const

export type SharedName = (typeof shareTable)[number]['name']

const packageOf = (name: string) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/')

/** The version of a package as a part's folder resolves it. Throws when the part does not have it. */
export function installedVersion(name: string, folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, 'node_modules', packageOf(name), 'package.json')
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
    if (dirname(at) === at) throw new Error(`${packageOf(name)} is not installed for ${folder}`)
  }
}

/** Folders whose node_modules say which version is compiled against: the part's own, then that of @interline/shared. */
export function versionsFor(folder: string, sharedFolder: string): Record<SharedName, string> {
  const version = (name: string) => {
    try {
      return installedVersion(name, folder)
    } catch {
      return installedVersion(name, sharedFolder)
    }
  }
  return Object.fromEntries(shareTable.map(({ name }) => [name, version(name)])) as Record<SharedName, string>
}
