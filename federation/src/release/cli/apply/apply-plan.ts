import { artifactFolder, type PinnedRemote, type Release } from '../../../schema/index.ts'
import { canaryToEnd, holdOf } from '../../canary/running-canary.ts'
import { checkServed } from '../../checks/check-plan.ts'
import { unknownIcons } from '../../checks/compatibility.ts'
import { isUnguarded, stepsOf, type Plan } from '../../checks/planned-release.ts'
import { judge, tryToCommit } from '../../commit/commit.ts'
import type { IncomingBuild } from '../../commit/import-build.ts'
import { diffReleases } from '../../history/diff.ts'
import { violationsOf, type CheckResult } from '../../report/check-report.ts'
import type { FailureLog } from '../../store/failures.ts'
import { pinnedParts } from '../../store/pinned-parts.ts'
import type { ReleaseStore } from '../../store/store.ts'
import { diffText } from '../text/diff-text.ts'
import { table, type Answer } from '../text/output.ts'

export type ApplyOptions = {
  dryRun?: boolean
  /** Whether no origin is asked for the files. */
  offline?: boolean
  /** The API whose calls are compared. */
  api?: string | undefined
  incoming?: IncomingBuild[]
}

/**
 * Makes the checks that need a network, then those that read the store, and makes a planned release live, or the
 * canary; a dry run only says what that would do and what each check says.
 */
export async function applyPlan(
  store: ReleaseStore,
  plan: Plan,
  { dryRun = false, offline = false, api, incoming = [] }: ApplyOptions = {},
): Promise<Answer> {
  const steps = stepsOf(plan)
  const served = isUnguarded(plan) ? [] : await Promise.all(steps.map((step) => checkServed(step, { offline, api })))
  const diffs = steps.map(({ live, next }) => diffReleases(live, next))
  const warnings = isUnguarded(plan) ? [] : steps.flatMap((step) => warningsOf(store, step))
  const ended = plan.next.canary ? null : (canaryToEnd(store)?.number ?? null)
  const checking = { incoming, served: served.flat() }
  const { checks, releases } = dryRun
    ? { checks: judge(store, plan, checking), releases: [] }
    : tryToCommit(store, plan, checking)
  const json = {
    ...(dryRun && { dryRun }),
    ...(releases[0] && { release: releases[0].number }),
    ...(releases[1] && { canary: releases[1].number }),
    diff: diffs[0],
    ...(diffs[1] && { diffOfCanary: diffs[1] }),
    checks,
    ...(warnings.length > 0 && { warnings }),
    ...(ended !== null && { endedCanary: ended }),
  }
  const refused = violationsOf(checks)
  if (!dryRun && refused.length > 0) return { text: '', json, refused }
  const lines = [
    ...steps.flatMap(({ next }, index) => [
      ...(dryRun ? [] : [nowText(next)]),
      ...diffs.slice(index, index + 1).map(diffText),
    ]),
    ...(dryRun ? [...stays(store, plan.live?.off ?? {}, plan.next.off), ...checkLines(checks)] : []),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(ended === null ? [] : [`the canary, release ${ended}, ${dryRun ? 'would end' : 'has ended'}`]),
    ...(dryRun ? ['nothing was written'] : []),
  ]
  return { text: lines.join('\n'), json, refused }
}

/** Says what a difference does not show: remotes that are off and stay so, and a canary on hold. */
export function stays(store: ReleaseStore, before: Release['off'], after = before): string[] {
  const running = canaryToEnd(store)
  const hold = running && holdOf(store, running)
  return [
    ...Object.keys(after)
      .filter((part) => before[part])
      .map((part) => `${part} is off and stays off`),
    ...(running && hold ? [`the canary, release ${running.number}, is ${hold}`] : []),
  ]
}

const nowText = ({ number, canary, reason }: Release) =>
  `release ${number} is ${canary ? `a canary for ${canary.percent} % of the administrators` : 'live'}: ${reason}`

const checkLines = (checks: CheckResult[]): string[] =>
  checks.length > 0
    ? ['checks', ...table(checks.map(({ part, check, state, reason }) => [part, check, state, reason]))]
    : []

/**
 * A version that failed in pages may be pinned again, and a rollback may lead to one: the cause may have been
 * elsewhere. It is said.
 */
function warningsOf(store: ReleaseStore, { action, live, next, parts }: Plan): string[] {
  const failures = store.state.failures
  const pins = pinnedParts(next)
  const drawn = Object.values(next.remotes).filter(({ descriptor: { name } }) =>
    ['shell', name].some((part) => parts.includes(part)),
  )
  const icons = drawn.flatMap(({ descriptor }) => unknownIcons(descriptor, next.shell.descriptor))
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
    .concat(icons)
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
