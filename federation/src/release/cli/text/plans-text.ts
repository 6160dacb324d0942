import { shortId } from '../../managers/approval.ts'
import type { Answer } from './output.ts'

type Progress = { id: string; approvedBy: string[]; needed: number }

/** How far a plan is with its approvals. */
function progressText({ id, approvedBy, needed }: Progress): string {
  const missing = needed - approvedBy.length
  const so = `plan ${shortId(id)} has ${approvedBy.length} of ${needed} approvals: ${approvedBy.join(', ')}`
  return missing > 0
    ? `${so}\nanother manager says: release approve ${shortId(id)}`
    : `${so}\nit can be carried out: give the command once more, without --propose`
}

export const proposedAnswer = (plan: Progress, more: Record<string, unknown> = {}): Answer => ({
  text: progressText(plan),
  json: { plan: plan.id, approvedBy: plan.approvedBy, needed: plan.needed, ...more },
})
