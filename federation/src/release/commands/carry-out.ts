import { canaryToEnd } from '../canary/running-canary.ts'
import { checkPlan, checkServed, type FolderOf } from '../checks/check-plan.ts'
import { refusals } from '../checks/finding.ts'
import { commit } from '../commit.ts'
import { diffReleases } from '../diff.ts'
import { FailureLog } from '../failures.ts'
import { requireUnlocked } from '../guard/lock.ts'
import { isUnguarded, type Plan } from '../plan.ts'
import { pinnedParts } from '../pinned-parts.ts'
import type { ReleaseStore } from '../store.ts'
import { diffText } from '../text/diff-text.ts'
import { reportText } from '../text/report-text.ts'
import type { Answer } from './answer.ts'

export type How = {
  dryRun: boolean
  http: boolean
  api?: string | undefined
  /** Where the files of a build are; default: in `DATA_DIR`. */
  folderOf?: FolderOf
}

/** Checks a planned release and makes it live, or the canary; with `dryRun`, only says what that would do and what each check says. */
export async function carryOut(store: ReleaseStore, plan: Plan, { dryRun, http, api, folderOf }: How): Promise<Answer> {
  if (!isUnguarded(plan)) requireUnlocked(store)
  const diff = diffReleases(plan.live, plan.next)
  const checks = isUnguarded(plan) ? [] : [...checkPlan(store, plan, folderOf), ...(await checkServed(plan, { http, api }))]
  const refused = refusals(checks)
  const ended = plan.percent === undefined ? (canaryToEnd(store)?.release ?? null) : null
  const warnings = warningsOf(store, plan)
  const report = { diff, checks, ...(warnings.length > 0 && { warnings }), ...(ended !== null && { endedCanary: ended }) }
  const warned = warnings.map((warning) => `\nwarning: ${warning}`).join('')
  if (dryRun) return { text: `${reportText(diff, checks)}${warned}\nnothing was written`, json: { dryRun: true, ...report }, refused }
  if (refused.length > 0) return { text: '', json: report, refused }
  const release = commit(store, plan)
  const now = plan.percent === undefined ? 'is live' : `is a canary for ${plan.percent} % of the administrators`
  const over = ended === null ? '' : `\nthe canary, release ${ended}, has ended`
  return { text: `release ${release.number} ${now}: ${release.reason}\n${diffText(diff)}${warned}${over}`, json: { release: release.number, ...report } }
}

/** A version that failed in pages may be pinned again, and a rollback may lead to one: the cause may have been elsewhere. It is said. */
function warningsOf(store: ReleaseStore, { next, parts }: Plan): string[] {
  const failures = new FailureLog(store.folder)
  const pins = pinnedParts(next)
  return parts.flatMap((part) => {
    const pinned = pins[part]
    const word = pinned ? failures.wordOf(pinned.descriptor) : ''
    return word === '' ? [] : [word]
  })
}
