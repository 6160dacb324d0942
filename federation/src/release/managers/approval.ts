import { inlineJson, type Approval } from '../../schema/index.ts'
import { isSignedWith, type Signer } from './manager-key.ts'

export type Manager = { name: string; keyId: string; publicKey: string }

/** What a manager signs to approve a plan; no other text that is signed here has its kind. */
const approvalText = (plan: string, by: string) => inlineJson({ kind: 'approval', schema: 1, plan, by })

export function approve(plan: string, { name, keyId, sign }: Signer): Approval {
  const by = name ?? keyId
  return { plan, by, keyId, signature: sign(approvalText(plan, by)) }
}

/** Which approvals of a plan count, one for each manager, and why the others do not. */
export function countApprovals(
  plan: string,
  approvals: Approval[],
  managers: Manager[],
): { valid: Approval[]; problems: string[] } {
  const valid: Approval[] = []
  const problems: string[] = []
  for (const one of approvals) {
    const problem = problemOf(plan, one, managers) ?? (valid.some(({ by }) => by === one.by) ? twice(one) : null)
    if (problem === null) valid.push(one)
    else problems.push(problem)
  }
  return { valid, problems }
}

const twice = ({ by }: Approval) => `${by} approved it twice, which counts once`

function problemOf(plan: string, one: Approval, managers: Manager[]): string | null {
  const manager = managers.find(({ name }) => name === one.by)
  if (!manager) return `${one.by} is not a manager now`
  if (manager.keyId !== one.keyId) return `the approval of ${one.by} is by another key than theirs`
  if (!isSignedWith(manager.publicKey, approvalText(one.plan, one.by), one.signature))
    return `the approval of ${one.by} is not what ${one.by} signed: it is forged or was altered`
  return one.plan === plan ? null : `the approval of ${one.by} is of another plan, ${shortId(one.plan)}`
}

/** How people call a plan: the first 12 digits of its id. */
export const shortId = (plan: string) => plan.slice(0, 12)
