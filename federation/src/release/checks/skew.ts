import { artifactFolder, type PinnedRemote, type Release } from '../../schema/index.ts'
import type { CheckResult } from '../report/check-report.ts'
import { hasFailed, pairInReport } from '../skew/pair-in-report.ts'
import type { Plan } from './planned-release.ts'

/**
 * Looks up in the report of a skew matrix what would meet for the first time: the planned shell with each remote that
 * changes (all, when the shell does) and with its fallback. What failed is refused. What runs together now is no news,
 * and in a first release there is nothing to be skewed with.
 */
export function checkSkew(plan: Plan): CheckResult[] {
  const { live, next, parts, skew } = plan
  const names = Object.keys(next.remotes).filter((name) => parts.includes('shell') || parts.includes(name))
  const isAskedFor = live !== null && plan.asksForSkew === true

  return names.flatMap((part): CheckResult[] => {
    const result = (state: CheckResult['state'], reason: string): CheckResult => ({
      part,
      check: 'skew',
      state,
      reason,
    })
    const pairs = [next.remotes[part], next.fallbacks[part]]
      .filter((pin) => pin !== undefined)
      .filter((pin) => !live || !holds(live, next, pin))
    const found = pairs.flatMap(({ descriptor }): CheckResult[] => {
      const said = pairInReport(skew, next.shell.descriptor, descriptor)
      if (said.state === 'ok') return []
      if (said.state !== 'not named') return said.reasons.map((reason) => result('refused', reason))
      return said.reasons.map((reason) =>
        isAskedFor
          ? result('refused', `${reason}; production asks for --skew REPORT or --without-skew REASON`)
          : result('skipped', reason),
      )
    })
    return found.length > 0 ? found : [result('ok', leftOut(plan, part))]
  })
}

/** A remote as it was before the change cannot be its fallback when the matrix saw it fail. */
function leftOut({ live, next, skew }: Plan, part: string): string {
  const before = live?.remotes[part]
  if (!before || next.fallbacks[part] || isSame(before, next.remotes[part])) return ''
  return hasFailed(skew, next, before)
    ? `${part}@${artifactFolder(before.descriptor)} is no fallback: it failed with this shell`
    : ''
}

const isSame = (
  a: { descriptor: { version: string; build: string } },
  b: { descriptor: { version: string; build: string } } | undefined,
) => b !== undefined && artifactFolder(a.descriptor) === artifactFolder(b.descriptor)

function holds(release: Release, { shell }: Release, remote: PinnedRemote): boolean {
  const { name } = remote.descriptor
  return (
    isSame(release.shell, shell) &&
    [release.remotes[name], release.fallbacks[name]].some((pin) => pin !== undefined && isSame(pin, remote))
  )
}
