import { artifactFolder, type PinnedRemote, type Release, type ReleaseDraft } from '../../schema/index.ts'
import { pairName } from '../evidence/evidence.ts'
import { hasFailed, readEvidence } from '../evidence/stored-evidence.ts'
import { pinnedParts } from '../store/pinned-parts.ts'
import type { Plan } from './planned-release.ts'
import { readPolicy, requiresEvidence } from '../store/policy.ts'
import type { ReleaseStore } from '../store/store.ts'
import type { CheckResult } from '../report/check-report.ts'

/**
 * Whether the skew matrix was run for what would meet for the first time: the planned shell with each remote that
 * changes (all, when the shell does) and with its fallback. What failed is refused; what was not tried is, when the
 * policy requires evidence. What runs together now is no news; nor, to a rollback, what ever did; and in a first
 * release there is nothing to be skewed with.
 */
export function checkSkew(store: ReleaseStore, plan: Plan): CheckResult[] {
  const { live, next, parts } = plan
  const names = Object.keys(next.remotes).filter((name) => parts.includes('shell') || parts.includes(name))
  const before = lazily(() => (plan.action === 'rollback' ? earlierReleases(store) : []))
  const ranTogether = (remote: PinnedRemote) =>
    [...(live ? [live] : []), ...before()].some((release) => holds(release, next, remote))
  const isRequired = live !== null && requiresEvidence(readPolicy(store), plan)
  const missing: CheckResult['state'] = isRequired ? 'refused' : 'skipped'

  return names.flatMap((part): CheckResult[] => {
    const result = (state: CheckResult['state'], reason: string): CheckResult => ({
      part,
      check: 'skew',
      state,
      reason,
    })
    const pairs = [next.remotes[part], next.fallbacks[part]]
      .filter((pin) => pin !== undefined)
      .filter((pin) => !ranTogether(pin))
    const found = pairs.flatMap(({ descriptor }): CheckResult[] => {
      const known = readEvidence(store, next.shell.descriptor, descriptor)
      if (known.state === 'ok') return []
      if (known.state === 'none') return [result(missing, `${known.reason}; run: npm run skew -- ${pinsOf(plan)}`)]
      return known.evidence.failures.map(({ test, reason }) =>
        result('refused', `${pairName(known.evidence)} failed "${test}": ${reason}`),
      )
    })
    return found.length > 0 ? found : [result('ok', leftOut(store, plan, part))]
  })
}

/** A remote as it was before the change cannot be its fallback when the matrix saw it fail. */
function leftOut(store: ReleaseStore, { live, next }: Plan, part: string): string {
  const before = live?.remotes[part]
  if (!before || next.fallbacks[part] || isSame(before, next.remotes[part])) return ''
  return hasFailed(store, next, before)
    ? `${part}@${artifactFolder(before.descriptor)} is no fallback: it failed with this shell`
    : ''
}

const isSame = (
  a: { descriptor: { version: string; build: string } },
  b: { descriptor: { version: string; build: string } } | undefined,
) => b !== undefined && artifactFolder(a.descriptor) === artifactFolder(b.descriptor)

function holds(release: Release, { shell }: ReleaseDraft, remote: PinnedRemote): boolean {
  const { name } = remote.descriptor
  return (
    isSame(release.shell, shell) &&
    [release.remotes[name], release.fallbacks[name]].some((pin) => pin !== undefined && isSame(pin, remote))
  )
}

/** Those that were live and are what was signed. */
function earlierReleases(store: ReleaseStore): Release[] {
  return store.releaseNumbers().flatMap((number) => {
    try {
      const release = store.readRelease(number)
      return release.canaryOf === undefined ? [release] : []
    } catch {
      return []
    }
  })
}

const pinsOf = ({ next, parts }: Plan) =>
  Object.entries(pinnedParts(next))
    .filter(([part]) => parts.includes(part))
    .map(([part, { descriptor }]) => `${part}@${artifactFolder(descriptor)}`)
    .join(' ')

function lazily<T>(act: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: act() }).value
}
