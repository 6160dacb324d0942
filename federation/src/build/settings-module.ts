import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteSource, Setting } from '../schema/index.ts'

const heading = '// The build writes this file from "settings" of remote.json: change those, and build.'

const textOf = (value: string | number | boolean) =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`
    : String(value)

function typeOf(one: Setting): string {
  if (one.type === 'choice') return one.choices.map(textOf).join(' | ')
  return one.type === 'integer' || one.type === 'number' ? 'number' : one.type
}

/** `src/settings.ts` of a remote: the type of its settings, their defaults, and the hook that reads them. */
export function settingsModule(settings: NonNullable<RemoteSource['settings']>): string {
  const entries = Object.entries(settings)
  const fields = entries.flatMap(([key, one]) => [
    `  /** ${one.description.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */`,
    `  readonly ${key}: ${typeOf(one)}`,
  ])
  return [
    heading,
    "import { useRemoteSettings } from '@interline/shared/session'",
    '',
    '/** Release managers may set these of this remote. */',
    'export type RemoteSettings = {',
    ...fields,
    '}',
    '',
    'const defaults: RemoteSettings = {',
    ...entries.map(([key, one]) => `  ${key}: ${textOf(one.default)},`),
    '}',
    '',
    '/** The settings of the release that runs; what it does not set has its default. */',
    'export const useSettings = (): RemoteSettings => useRemoteSettings(defaults)',
    '',
  ].join('\n')
}

/**
 * Writes `src/settings.ts` of a remote as its `remote.json` says, unless it is so; without settings a file that was
 * written here is removed. Throws when somebody's own file has that name.
 */
export function writeSettingsModule(folder: string, { settings }: Pick<RemoteSource, 'settings'>) {
  const file = join(folder, 'src', 'settings.ts')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  const after = settings && Object.keys(settings).length > 0 ? settingsModule(settings) : null
  if (before === after) return
  const isOurs = before === null || before.startsWith(heading)
  if (!isOurs && after === null) return
  if (!isOurs)
    throw new Error(`${file}: is written by the build from "settings" of remote.json; give yours another name`)
  if (after === null) rmSync(file)
  else writeFileSync(file, after)
}
