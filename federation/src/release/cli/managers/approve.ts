import type { Command } from 'commander'
import { approvePlan, isCurrent } from '../../approve/propose.ts'
import { shortId } from '../../managers/approval.ts'
import { plansIn, readPlan, type ProposedPlan } from '../../managers/plan-file.ts'
import { answering, table, type CommandContext } from '../text/output.ts'
import { manager, openStore } from '../text/options.ts'
import { proposedAnswer } from '../text/plans-text.ts'

export const addApprove = (program: Command, context: CommandContext) =>
  program
    .command('approve')
    .argument('[plan]', 'the id of a plan that was proposed, or how it begins; without one: which plans wait')
    .option('--dry-run', 'say what would be approved')
    .option('--json')
    .description('sign a plan that another manager proposed')
    .action(
      answering(context, (wanted: string | undefined, { dryRun = false }: { dryRun?: boolean }) => {
        const store = openStore(context)
        if (wanted === undefined) {
          const waiting = plansIn(store.folder).flatMap((id) => {
            const plan = readPlan(store.folder, id)
            return plan && isCurrent(store, plan) ? [{ id, plan }] : []
          })
          return {
            text: table(waiting.map(row)).join('\n') || 'no plan waits',
            json: { plans: waiting.map(({ id, plan: { content: _content, ...plan } }) => ({ id, ...plan })) },
          }
        }
        manager(context)
        const { plan, ...progress } = approvePlan(store, wanted, dryRun)
        const { text, json } = proposedAnswer(progress)
        const head = `${plan.proposedBy} proposed: ${plan.reason}`
        return {
          text: [head, plan.summary, text, ...(dryRun ? ['nothing was written'] : [])].join('\n'),
          json: { ...json, dryRun },
        }
      }),
    )

const row = ({ id, plan }: { id: string; plan: ProposedPlan }) => [
  shortId(id),
  plan.at,
  plan.proposedBy,
  plan.reason,
  `approved by ${plan.approvals.map(({ by }) => by).join(', ')}`,
]
