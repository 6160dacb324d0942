import { artifactFolder, descriptor, type Descriptor } from '../../schema/index.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from './store.ts'

const { version, build } = descriptor.options[0].shape

/** Splits the folder of an artifact, `1.3.0-0a1b2c3d4e5f`; null for what is none. */
export function parseBuildName(name: string): { version: string; build: string } | null {
  const [versionText, buildText] = [name.slice(0, -13), name.slice(-12)]
  const isOne = name.at(-13) === '-' && version.safeParse(versionText).success && build.safeParse(buildText).success
  return isOne ? { version: versionText, build: buildText } : null
}

/**
 * Finds what `drivers@1.3.0` or `drivers@1.3.0-0a1b2c3d4e5f` means among what is here; a version alone must have one
 * build.
 */
export function findArtifact(store: ReleaseStore, wanted: string): Descriptor {
  const published = store.artifacts(parsePin(wanted).name)
  const build = matchBuild(wanted, published.map(artifactFolder), store.parts())
  const found = published.find((one) => artifactFolder(one) === build)
  if (!found) throw new ReleaseError(`${wanted} is not published`)
  return found
}

export function parsePin(wanted: string): { name: string; version: string } {
  const [name = '', version = ''] = wanted.split('@')
  if (!name || !version) throw new ReleaseError(`"${wanted}" is not a pin; write PART@VERSION, such as drivers@1.3.0`)
  return { name, version }
}

/**
 * The one of a part's builds, as `VERSION-BUILD`, that a pin means. Throws saying what there is, also when a version
 * alone means several.
 */
export function matchBuild(wanted: string, builds: string[], parts: string[]): string {
  const { name, version } = parsePin(wanted)
  if (builds.length === 0)
    throw new ReleaseError(`nothing is published under "${name}"; there is: ${parts.join(', ') || 'nothing'}`)
  const match = builds.filter((one) => one === version || parseBuildName(one)?.version === version)
  const named = (some: string[]) => some.map((one) => `${name}@${one}`).join(', ')
  if (match.length > 1) throw new ReleaseError(`${wanted} was built ${match.length} times; say which: ${named(match)}`)
  const found = match[0]
  if (!found) throw new ReleaseError(`${wanted} is not published; there is: ${named(builds)}`)
  return found
}
