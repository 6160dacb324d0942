import { artifactFolder, type Descriptor, type Provenance, type Release, type Setting } from '../../../schema/index.ts'
import { rangesOf } from '../../history/diff.ts'
import { bytesOf } from '../../store/pinned-parts.ts'
import { statusText } from './status-text.ts'
import { table } from './output.ts'

/** A release with all that its parts are made of. */
export function releaseText(release: Release): string {
  const fallbacks = Object.values(release.fallbacks).map(
    ({ descriptor }) => `fallback ${descriptor.name}@${artifactFolder(descriptor)}`,
  )
  const parts = [release.shell, ...Object.values(release.remotes)].map(({ descriptor }) => descriptorText(descriptor))
  return [statusText(release), ...fallbacks, '', ...parts].join('\n')
}

/** Where a build comes from. */
const provenanceText = ({ commit, repository, builder }: Provenance) =>
  `of commit ${commit}${repository === undefined ? '' : `, ${repository}`}, built by ${builder}`

const settingRow = ([key, one]: [string, Setting]) => [
  key,
  [one.type === 'choice' ? one.choices.join('|') : one.type, ...limitsOf(one)].join(', '),
  `default ${JSON.stringify(one.default)}`,
  one.description,
]

function limitsOf(one: Setting): string[] {
  if (one.type === 'string')
    return [
      ...(one.minLength === undefined ? [] : [`${one.minLength} characters or more`]),
      ...(one.maxLength === undefined ? [] : [`${one.maxLength} characters or fewer`]),
    ]
  if (one.type !== 'integer' && one.type !== 'number') return []
  return [
    ...(one.min === undefined ? [] : [`${one.min} or more`]),
    ...(one.max === undefined ? [] : [`${one.max} or less`]),
  ]
}

/** A descriptor: what it is, its files, what it requires or provides, its routes, calls and settings. */
export function descriptorText(one: Descriptor): string {
  const ranges = Object.entries(rangesOf(one)).map(([name, range]) => [name, range])
  return [
    `${one.name}@${artifactFolder(one)}, ${one.title}, by ${one.owner}: ${one.files.length} files, ${bytesOf(one)} bytes`,
    ...(one.provenance ? [provenanceText(one.provenance)] : []),
    ...table(one.files.map(({ path, bytes, integrity }) => [path, `${bytes} bytes`, integrity])),
    one.kind === 'shell' ? 'provides' : 'requires',
    ...table(ranges),
    ...(one.kind === 'shell'
      ? []
      : [
          'routes',
          ...one.routes.map((route) => `  ${route}`),
          'backend calls',
          ...one.requires.backend.map((call) => `  ${call}`),
          ...(one.settings ? ['settings', ...table(Object.entries(one.settings).map(settingRow))] : []),
        ]),
    '',
  ].join('\n')
}
