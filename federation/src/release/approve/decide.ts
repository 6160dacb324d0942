import type { Approval, Decision } from '../../schema/index.ts'
import type { Plan } from '../checks/planned-release.ts'
import { approve, countApprovals, shortId } from '../managers/approval.ts'
import { approvalsOf, type Managers } from '../managers/chain.ts'
import { readPlan } from '../managers/plan-file.ts'
import type { CheckResult } from '../report/check-report.ts'
import { readPolicy } from '../store/policy.ts'
import type { ReleaseStore } from '../store/store.ts'
import { baseOf, planContent, planId } from './plan-content.ts'

/** What is known of a plan's approvals; `lacking` says why there are not enough. */
export type Approvals = { plan: string; valid: Approval[]; needed: number; lacking: string | null }

/** The approvals that wait for a plan, and that of who acts now. */
export function approvalsFor(
  store: ReleaseStore,
  plan: string,
  managers: Managers['managers'],
  needed: number,
): Approvals {
  const waiting = readPlan(store.folder, plan)?.approvals ?? []
  const { signer } = store
  const own = signer && !waiting.some(({ keyId }) => keyId === signer.keyId) ? [approve(plan, signer)] : []
  const { valid, problems } = countApprovals(plan, [...waiting, ...own], managers)
  const who = valid.length > 0 ? ` (${valid.map(({ by }) => by).join(', ')})` : ''
  const lacking =
    managers.length === 0
      ? `the policy asks for ${needed} approvals, and there are no managers: release managers add`
      : valid.length >= needed
        ? null
        : [
            `plan ${shortId(plan)} has ${valid.length} of ${needed} approvals${who}`,
            ...problems,
            `propose it with --propose, then another manager says: release approve ${shortId(plan)}`,
          ].join('; ')
  return { plan, valid, needed, lacking }
}

/**
 * How a plan is decided on: who approved it. Null where an installation has no named managers and asks for no
 * approvals, and for what works without: `off` and `renew`.
 */
export function decide(store: ReleaseStore, plan: Plan): { approvals: Approvals; decision: Decision } | null {
  const now = store.managers.readWhole(plan.live)
  const needed = approvalsOf(readPolicy(store))
  if (plan.action === 'renew' || (now.count === 0 && needed === 1)) return null
  const base = baseOf(store)
  const content = planContent(plan, plan.next, base)
  const approvals = approvalsFor(store, planId(content), now.managers, plan.action === 'off' ? 1 : needed)
  const { action, percent } = plan
  return {
    approvals,
    decision: {
      plan: approvals.plan,
      action,
      base,
      ...(percent !== undefined && { percent }),
      managers: now.head,
      approvals: approvals.valid,
    },
  }
}

/** The check of a plan's approvals. Break-glass goes past it, with the signature of one manager. */
export function checkApprovals(store: ReleaseStore, plan: Plan): CheckResult[] {
  const decided = decide(store, plan)
  if (!decided) return []
  const { lacking, valid, plan: id } = decided.approvals
  const check = { part: 'release', check: 'approvals' }
  const by = `plan ${shortId(id)}: ${valid.map((one) => one.by).join(', ')}`
  if (lacking === null) return [{ ...check, state: 'ok', reason: by }]
  return plan.breakGlass !== undefined && valid.length > 0
    ? [{ ...check, state: 'skipped', reason: `break-glass: ${lacking}` }]
    : [{ ...check, state: 'refused', reason: lacking }]
}
