import type { Plan } from '../checks/planned-release.ts'
import { requireNotFrozen } from '../audit/freeze.ts'
import { requireActor } from '../audit/actor.ts'
import { withLock } from '../files/with-lock.ts'
import { approve, countApprovals, shortId } from '../managers/approval.ts'
import { after, approvalsOf, type ManagersChange } from '../managers/chain.ts'
import type { Signer } from '../managers/manager-key.ts'
import { findPlan, readPlan, writePlan, type ProposedPlan } from '../managers/plan-file.ts'
import { ReleaseError } from '../report/release-error.ts'
import { readPolicy } from '../store/policy.ts'
import type { ReleaseStore } from '../store/store.ts'
import { baseOf, planContent, planId } from './plan-content.ts'

type Proposed = { id: string; approvedBy: string[]; needed: number }

/** Throws when who acts cannot propose a release now. */
export function requireReleaseProposable(store: ReleaseStore) {
  requireNotFrozen(store)
  requireProposer(store)
}

/** Writes a planned release down with the approval of who proposes it, for other managers to approve. */
export function proposeRelease(store: ReleaseStore, plan: Plan, summary: string): Proposed {
  requireReleaseProposable(store)
  return propose(store, planContent(plan, plan.next, baseOf(store)), { reason: plan.next.reason, summary })
}

/** The same for a change of who decides, or of the policy; `dryRun` writes nothing. */
export function proposeChange(
  store: ReleaseStore,
  change: ManagersChange,
  { reason, summary, dryRun }: { reason: string; summary: string; dryRun: boolean },
): Proposed {
  const before = store.managers.readWhole(store.live())
  after(change, before)
  const { count, head } = before
  const content = { kind: 'managers' as const, number: count + 1, change, previous: head }
  return propose(store, content, { reason, summary, dryRun })
}

/** Who acts, as the manager that they must be. */
function requireProposer(store: ReleaseStore): Signer & { name: string } {
  const { signer } = store
  if (signer?.name) return { ...signer, name: signer.name }
  requireActor(store)
  throw new ReleaseError('there are no managers who could approve it; release managers add')
}

function propose(
  store: ReleaseStore,
  content: ProposedPlan['content'],
  { reason, summary, dryRun = false }: { reason: string; summary: string; dryRun?: boolean },
): Proposed {
  const signer = requireProposer(store)
  const id = planId(content)
  return withLock(store.folder, () => {
    const before = readPlan(store.folder, id)?.approvals.filter(({ keyId }) => keyId !== signer.keyId) ?? []
    const approvals = [...before, approve(id, signer)]
    const at = new Date().toISOString()
    if (!dryRun) writePlan(store.folder, id, { proposedBy: signer.name, at, reason, content, summary, approvals })
    return progress(store, id, approvals)
  })
}

/**
 * Signs a plan that waits, found by how its id begins. Refused when it cannot be carried out any more, and when who
 * acts approved it before.
 */
export function approvePlan(store: ReleaseStore, wanted: string, dryRun: boolean): Proposed & { plan: ProposedPlan } {
  const { signer } = store
  requireActor(store)
  return withLock(store.folder, () => {
    const { id, plan } = findPlan(store.folder, wanted)
    requireCurrent(store, plan, id)
    if (!signer || plan.approvals.some(({ keyId }) => keyId === signer.keyId))
      throw new ReleaseError(`${signer?.name ?? 'nobody'} approved plan ${shortId(id)} before; another manager must`)
    const approvals = [...plan.approvals, approve(id, signer)]
    if (!dryRun) writePlan(store.folder, id, { ...plan, approvals })
    return { plan, ...progress(store, id, approvals) }
  })
}

/** Whether what a plan was made from is what is there now. */
export function isCurrent(store: ReleaseStore, { content }: ProposedPlan): boolean {
  return content.kind === 'release'
    ? JSON.stringify(content.base) === JSON.stringify(baseOf(store))
    : content.previous === store.managers.read().head
}

function requireCurrent(store: ReleaseStore, plan: ProposedPlan, id: string) {
  if (isCurrent(store, plan)) return
  throw new ReleaseError(
    `plan ${shortId(id)} was made from what is not ${plan.content.kind === 'release' ? 'live' : 'so'} any more; propose it anew`,
  )
}

function progress(store: ReleaseStore, id: string, approvals: ProposedPlan['approvals']): Proposed {
  const { valid } = countApprovals(id, approvals, store.managers.read().managers)
  return { id, approvedBy: valid.map(({ by }) => by), needed: approvalsOf(readPolicy(store)) }
}
