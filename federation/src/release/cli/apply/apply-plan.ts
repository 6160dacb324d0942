import { artifactFolder, type Descriptor, type PinnedRemote } from '../../../schema/index.ts'
import { table } from '../text/output.ts'
import type { CheckResult } from '../../report/check-report.ts'
import { canaryToEnd } from '../../canary/running-canary.ts'
import { CheckedFiles } from '../../checks/artifact/files.ts'
import { checkPlan, checkServed } from '../../checks/check-plan.ts'
import { violationsOf } from '../../report/check-report.ts'
import { commit } from '../../commit/commit.ts'
import type { IncomingBuild } from '../../commit/import-build.ts'
import { diffReleases, type ReleaseDiff } from '../../history/diff.ts'
import type { FailureLog } from '../../store/failures.ts'
import { requireNotFrozen } from '../../audit/freeze.ts'
import { isUnguarded, type Plan } from '../../checks/planned-release.ts'
import { pinnedParts } from '../../store/pinned-parts.ts'
import type { ReleaseStore } from '../../store/store.ts'
import { diffText } from '../text/diff-text.ts'
import type { Answer } from '../text/output.ts'

export type ApplyOptions = {
  dryRun: boolean
  http: boolean
  api?: string | undefined
  /** Builds of the plan that are only in their team's store: imported when every check is passed. */
  incoming?: IncomingBuild[]
}

/**
 * Checks a planned release and makes it live, or the canary; with `dryRun`, only says what that would do and what each
 * check says.
 */
export async function applyPlan(
  store: ReleaseStore,
  plan: Plan,
  { dryRun, http, api, incoming = [] }: ApplyOptions,
): Promise<Answer> {
  if (!isUnguarded(plan)) requireNotFrozen(store)
  const diff = diffReleases(plan.live, plan.next)
  const where = {
    folderOf: (what: Descriptor) =>
      incoming.find(({ descriptor }) => descriptor === what)?.folder ?? store.artifactPath(what),
    checked: new CheckedFiles(),
  }
  const checks = isUnguarded(plan)
    ? []
    : [...checkPlan(store, plan, where), ...(await checkServed(plan, { http, api }))]
  const refused = violationsOf(checks)
  const ended = plan.next.canary ? null : (canaryToEnd(store)?.number ?? null)
  const warnings = warningsOf(store, plan)
  const report = {
    diff,
    checks,
    ...(warnings.length > 0 && { warnings }),
    ...(ended !== null && { endedCanary: ended }),
  }
  const warned = warnings.map((warning) => `\nwarning: ${warning}`).join('')
  if (dryRun)
    return {
      text: `${reportText(diff, checks)}${warned}\nnothing was written`,
      json: { dryRun: true, ...report },
      refused,
    }
  if (refused.length > 0) return { text: '', json: report, refused }
  const release = commit(store, plan, { ...where, incoming })
  const { canary } = release
  const now = canary ? `is a canary for ${canary.percent} % of the administrators` : 'is live'
  const over = ended === null ? '' : `\nthe canary, release ${ended}, has ended`
  return {
    text: `release ${release.number} ${now}: ${release.reason}\n${diffText(diff)}${warned}${over}`,
    json: { release: release.number, ...report },
  }
}

/**
 * A version that failed in pages may be pinned again, and a rollback may lead to one: the cause may have been
 * elsewhere. It is said.
 */
function warningsOf(store: ReleaseStore, { action, live, next, parts }: Plan): string[] {
  const failures = store.state.failures
  const pins = pinnedParts(next)
  return parts
    .flatMap((part) => {
      const pinned = pins[part]
      const before = live?.remotes[part]
      const passedOver =
        action === 'pin' && before && before.url !== pinned?.url && next.fallbacks[part]?.url !== before.url
      return [
        pinned ? failures.describeFailures(pinned.descriptor) : '',
        passedOver ? fallbackText(part, before, next.fallbacks[part], failures) : '',
      ]
    })
    .filter((line) => line !== '')
}

function fallbackText(
  part: string,
  before: PinnedRemote,
  fallback: PinnedRemote | undefined,
  failures: FailureLog,
): string {
  const to = fallback ? artifactFolder(fallback.descriptor) : 'nothing'
  const why = failures.describeFailures(before.descriptor) || 'that version could not run beside the others'
  return `${part} falls back to ${to} and not to ${artifactFolder(before.descriptor)}, which was live: ${why}`
}

/** What a change would do and what each check says to it. */
const reportText = (diff: ReleaseDiff, checks: CheckResult[]): string =>
  [
    diffText(diff),
    ...(checks.length > 0 ? ['checks'] : []),
    ...table(checks.map(({ part, check, state, reason }) => [part, check, state, reason])),
  ].join('\n')
