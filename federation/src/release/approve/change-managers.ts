import { appendToLog, requireReason } from '../audit/log.ts'
import { withLock } from '../files/with-lock.ts'
import { after, approvalsOf, changeId, whoMayApprove, type ManagersChange } from '../managers/chain.ts'
import { removePlans } from '../managers/plan-file.ts'
import { requireNoViolations } from '../report/check-report.ts'
import { ReleaseError } from '../report/release-error.ts'
import { readPolicyFile } from '../store/policy.ts'
import { ReleaseStore } from '../store/store.ts'
import { approvalsFor } from './decide.ts'

/**
 * Changes who decides, or the policy that is in force, and logs it. As many managers must have approved just that as
 * the policy before it asks for; the first manager approves with their own key that they are one. Returns who decides
 * then.
 */
export function changeManagers(
  store: ReleaseStore,
  change: ManagersChange,
  { reason, dryRun = false }: { reason: string; dryRun?: boolean },
) {
  requireReason(reason)
  const make = () => {
    const before = store.managers.readWhole(store.live())
    const next = after(change, before)
    const acting = before.count === 0 ? asFirst(store, change) : store
    const id = changeId(change, before)
    const { valid, lacking } = approvalsFor(acting, id, whoMayApprove(change, before), approvalsOf(before.policy))
    if (lacking !== null) requireNoViolations([{ check: 'approvals', reason: lacking }], 'this change is not approved')
    if (dryRun) return next
    store.managers.append(change, valid)
    appendToLog(acting, {
      by: acting.signer?.name ?? 'nobody',
      action: 'managers',
      release: null,
      reason,
      changes: [{ part: textOf(change), from: before.count === 0 ? null : before.head, to: next.head }],
      approvedBy: valid.map((one) => one.by),
    })
    removePlans(store.folder, 'managers')
    return next
  }
  return dryRun ? make() : withLock(store.folder, make)
}

/** A change with all that it needs: with the first manager the policy as it is now is in force. */
export function changeOf(store: ReleaseStore, made: ManagersChange): ManagersChange {
  return store.managers.read().count === 0 ? { ...made, policy: readPolicyFile(store).written } : made
}

export const textOf = ({ add, remove, policy }: ManagersChange) =>
  [add && `add ${add.name}`, remove !== undefined && `remove ${remove}`, policy && `policy ${JSON.stringify(policy)}`]
    .filter(Boolean)
    .join(', ')

/** Nobody can make another person the first manager, or themselves with a key that they have not. */
function asFirst(store: ReleaseStore, { add }: ManagersChange): ReleaseStore {
  if (add && store.signer?.publicKey === add.publicKey)
    return new ReleaseStore(store.folder, { ...store.signer, name: add.name })
  throw new ReleaseError(
    'the first manager signs that they are one: RELEASE_MANAGER_KEY names the file with the private half of that key',
  )
}
