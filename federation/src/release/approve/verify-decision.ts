import type { Release } from '../../schema/index.ts'
import { countApprovals, shortId } from '../managers/approval.ts'
import { approvalsOf } from '../managers/chain.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'
import type { ReleaseStore } from '../store/store.ts'
import { planContent, planId } from './plan-content.ts'

/**
 * Whether a release is what its managers approved, as many as the policy asked for then. One without a decision is from
 * before there were managers, or was only renewed.
 */
export function verifyDecision(store: ReleaseStore, release: Release): CheckResult[] {
  const { decision, number } = release
  if (!decision) return []
  return resultsOf(`release ${number}`, 'approvals', reasonsAgainst(store, release, decision))
}

function reasonsAgainst(
  store: ReleaseStore,
  release: Release,
  { plan, base, managers, approvals, ...how }: NonNullable<Release['decision']>,
): string[] {
  if (planId(planContent(how, release, base)) !== plan)
    return [`it holds something else than plan ${shortId(plan)}, which was approved`]
  const then = store.managers.states().find(({ head }) => head === managers)
  if (!then) return [`${store.managers.file} lacks the change that it was decided by`]
  const { valid, problems } = countApprovals(plan, approvals, then.managers)
  const needed = how.action === 'off' || release.breakGlass !== undefined ? 1 : approvalsOf(then.policy)
  return valid.length >= needed ? [] : [`it has ${valid.length} of ${needed} approvals`, ...problems]
}
