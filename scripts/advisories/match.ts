import semver from 'semver'
import type { Advisory, Found } from './advisory.ts'
import type { LockedPackage } from './locked-packages.ts'

type Affected = NonNullable<Advisory['affected']>[number]
type Events = NonNullable<Affected['ranges']>[number]['events']

/** OSV writes "0" for what stands before every version. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  if (a === '0') return -1
  if (b === '0') return 1
  return semver.compare(a, b, { loose: true })
}

/** Whether a version is in a range of OSV: the last event that is not above it decides. */
function isInRange(version: string, events: Events): boolean {
  let inside = false
  const at = ({ introduced, fixed, last_affected, limit }: Events[number]) =>
    introduced ?? fixed ?? last_affected ?? limit ?? '0'
  for (const event of [...events].sort((a, b) => compare(at(a), at(b)))) {
    if (event.introduced !== undefined) inside ||= compare(version, event.introduced) >= 0
    else if (event.last_affected !== undefined) inside &&= compare(version, event.last_affected) <= 0
    else inside &&= compare(version, at(event)) < 0
  }
  return inside
}

// Ranges of commits (GIT) say nothing about versions.
const rangesOf = ({ ranges }: Affected) => (ranges ?? []).filter(({ type }) => type !== 'GIT')

const isAffected = (version: string, affected: Affected) =>
  (affected.versions ?? []).includes(version) ||
  rangesOf(affected).some(({ events }) => isInRange(version, events)) ||
  // Where nobody said which versions are meant, ours may be.
  (!affected.versions?.length && rangesOf(affected).length === 0)

// A malicious package (MAL-…) comes without a severity.
const severityOf = ({ id, database_specific }: Advisory) =>
  database_specific?.severity?.toLowerCase() ?? (id.startsWith('MAL-') ? 'critical' : 'unknown')

/** The packages that an advisory is about. Throws when it names a version that npm does not know. */
export function matchAdvisory(advisory: Advisory, packages: ReadonlyMap<string, LockedPackage[]>): Found[] {
  if (advisory.withdrawn) return []
  const found: Found[] = []
  for (const affected of advisory.affected ?? []) {
    if (affected.package?.ecosystem !== 'npm') continue
    for (const { name, version, inProduct } of packages.get(affected.package.name) ?? []) {
      if (found.some((one) => one.package === name && one.version === version) || !isAffected(version, affected))
        continue
      found.push({
        package: name,
        version,
        inProduct,
        severity: severityOf(advisory),
        id: advisory.id,
        summary: advisory.summary ?? '',
        fixedIn: rangesOf(affected).flatMap(({ events }) => events.flatMap(({ fixed }) => fixed ?? [])),
      })
    }
  }
  return found
}
