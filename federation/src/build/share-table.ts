import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearestUp } from './fingerprint.ts'

/**
 * The packages that are one instance at run time. The shell provides every row; remotes take them and contain no copy.
 * A row that loads `at-start` is in the shell's first files, `with-screen` comes with the first route that needs it,
 * `when-opened` after the screen is drawn. antd and the router are behind entry points of @interline/shared, so that
 * webpack can leave out what nobody uses.
 */
export const shareTable = [
  { name: 'react', loads: 'at-start' },
  { name: 'react/jsx-runtime', loads: 'at-start' },
  { name: 'react-dom', loads: 'at-start' },
  { name: 'zustand', loads: 'at-start' },
  { name: 'dayjs', loads: 'at-start' },
  { name: '@tanstack/react-query', loads: 'at-start' },
  { name: '@interline/shared/contract', loads: 'at-start' },
  { name: '@interline/shared/i18n', loads: 'at-start' },
  { name: '@interline/shared/time', loads: 'at-start' },
  { name: '@interline/shared/session', loads: 'at-start' },
  { name: '@interline/shared/api', loads: 'at-start' },
  { name: '@interline/shared/ui', loads: 'at-start' },
  { name: '@interline/shared/router', loads: 'at-start' },
  { name: '@interline/shared/list', loads: 'at-start' },
  { name: '@interline/shared/realtime', loads: 'with-screen' },
  { name: '@interline/shared/list-tools', loads: 'with-screen' },
  { name: '@interline/shared/forms', loads: 'when-opened' },
  { name: '@interline/shared/record', loads: 'when-opened' },
] as const

export type SharedName = (typeof shareTable)[number]['name']

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/** The version of a package as a part's folder resolves it. Throws when the part does not have it. */
export function installedVersion(name: string, folder: string): string {
  const file = nearestUp(folder, [join('node_modules', packageOf(name), 'package.json')])
  if (!file) throw new Error(`${packageOf(name)} is not installed for ${folder}`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
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
