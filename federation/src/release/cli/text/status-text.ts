import { artifactFolder, type Release } from '../../../schema/index.ts'
import { bytesOf } from '../../store/pinned-parts.ts'
import type { FailureCount } from '../../store/failures.ts'
import { kib, table } from './output.ts'

/** A release as a person reads it: a head line, then what each part is, is set to, and may. */
export function statusText(release: Release): string {
  const { number, createdAt, createdBy, reason, shell, remotes, off, settings, reachesPage } = release
  const rows = [shell, ...Object.values(remotes)].map(({ url, descriptor }) => [
    descriptor.name,
    artifactFolder(descriptor),
    kib(bytesOf(descriptor)),
    url,
    descriptor.owner,
  ])
  const switched = Object.entries(off).map(([part, { message }]) => `${part} is off: ${message}`)
  const set = Object.entries(settings).map(
    ([part, values]) =>
      `${part} is set: ${Object.entries(values)
        .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
        .join(', ')}`,
  )
  const reaching = reachesPage.map((part) => `${part} may reach the page`)
  const head = `release ${number}, ${createdAt}, by ${createdBy}: ${reason}`
  return [head, ...table(rows), ...switched, ...set, ...reaching].join('\n')
}

/** The failures that pages reported of one version of a remote. */
export const failureLine = ({ remote, version, phase, count, last }: FailureCount) =>
  `failed in pages: ${remote} ${version}, ${phase}, ${count} ${count === 1 ? 'time' : 'times'}, last ${last.at}: ${last.message}`
