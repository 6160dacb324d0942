import type { SettingValue } from '../../../schema/index.ts'
import type { PartDiff, ReleaseDiff } from '../../history/diff.ts'

/** A difference as a person reads it. */
export function diffText({ from, to, parts, off, settings, reachesPage }: ReleaseDiff): string {
  const switched = off.map(
    ({ part, from, to }) => `${part}: ${to === null ? `on again (was off: ${from ?? ''})` : `off: ${to}`}`,
  )
  const set = settings.map(({ part, key, from, to }) => `${part}: ${key}: ${valueText(from)} → ${valueText(to)}`)
  const reaching = [
    ...reachesPage.added.map((part) => `${part}: may reach the page from now on`),
    ...reachesPage.removed.map((part) => `${part}: may reach the page no more`),
  ]
  const lines = [...parts.flatMap(partLines), ...switched, ...set, ...reaching]
  return [`release ${from ?? 'none'} → ${to}`, ...(lines.length > 0 ? lines : ['nothing is another'])].join('\n')
}

const valueText = (value: SettingValue | null) => (value === null ? 'default' : JSON.stringify(value))

function partLines({ part, from, to, bytes, files, ranges, routes, backend }: PartDiff): string[] {
  const growth = bytes.to - bytes.from
  return [
    `${part}: ${from ?? 'none'} → ${to ?? 'none'}, ${bytes.from} → ${bytes.to} bytes (${growth < 0 ? '' : '+'}${growth})`,
    ...files.removed.map(({ path, bytes }) => `  - file ${path}, ${bytes} bytes`),
    ...files.added.map(({ path, bytes }) => `  + file ${path}, ${bytes} bytes`),
    ...ranges.map(({ name, from, to }) => `  ~ ${name}: ${from ?? 'none'} → ${to ?? 'none'}`),
    ...signed('route', routes),
    ...signed('call', backend),
  ]
}

const signed = (label: string, { added, removed }: { added: string[]; removed: string[] }) => [
  ...removed.map((one) => `  - ${label} ${one}`),
  ...added.map((one) => `  + ${label} ${one}`),
]
