import { checkPlan, checkServed } from '../checks/check-plan.ts'
import { refusals } from '../checks/finding.ts'
import { commit } from '../commit.ts'
import { diffReleases } from '../diff.ts'
import { requireUnlocked } from '../guard/lock.ts'
import { isUnguarded, type Plan } from '../plan.ts'
import type { ReleaseStore } from '../store.ts'
import { diffText } from '../text/diff-text.ts'
import { reportText } from '../text/report-text.ts'
import type { Answer } from './answer.ts'

export type How = { dryRun: boolean; http: boolean; api?: string | undefined }

/** Checks a planned release and makes it live; with `dryRun`, only says what that would do and what each check says. */
export async function carryOut(store: ReleaseStore, plan: Plan, { dryRun, http, api }: How): Promise<Answer> {
  if (!isUnguarded(plan)) requireUnlocked(store)
  const diff = diffReleases(plan.live, plan.next)
  const checks = isUnguarded(plan) ? [] : [...checkPlan(store, plan), ...(await checkServed(plan, { http, api }))]
  const refused = refusals(checks)
  const report = { diff, checks }
  if (dryRun) return { text: `${reportText(diff, checks)}\nnothing was written`, json: { dryRun: true, ...report }, refused }
  if (refused.length > 0) return { text: '', json: report, refused }
  const release = commit(store, plan)
  return { text: `release ${release.number} is live: ${release.reason}\n${diffText(diff)}`, json: { release: release.number, ...report } }
}
