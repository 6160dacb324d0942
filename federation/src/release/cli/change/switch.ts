import type { Command } from 'commander'
import { planOff, planOn } from '../../plan/switch.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { applyPlan } from '../apply/apply-plan.ts'
import { manager, openStore, optionalReason, reasonText, someText } from '../text/options.ts'

export const addOff = (program: Command, context: CommandContext) =>
  program
    .command('off')
    .argument('<part>', 'a remote, such as drivers')
    .requiredOption('--message <text>', 'what its visitors read', someText)
    .option('--reason <text>', 'why, for those who read the log; default: the message', optionalReason, '')
    .option('--dry-run', 'say what would be written')
    .option('--json')
    .description('switch a remote off, also while the releases are frozen')
    .action(
      answering(
        context,
        (part: string, { message, reason, dryRun = false }: { message: string; reason: string; dryRun?: boolean }) => {
          const store = openStore(context)
          return applyPlan(store, planOff(store, part, message, { reason, by: manager(context) }), {
            dryRun,
            http: false,
          })
        },
      ),
    )

export const addOn = (program: Command, context: CommandContext) =>
  program
    .command('on')
    .argument('<part>', 'a remote that is off')
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .option('--dry-run', 'say what would be written')
    .option('--json')
    .description('switch a remote on again')
    .action(
      answering(context, (part: string, options: { reason: string; dryRun?: boolean }) => {
        const { reason, dryRun = false } = options
        const store = openStore(context)
        const intent = { reason, by: manager(context) }
        return applyPlan(store, planOn(store, part, intent), { dryRun, http: false })
      }),
    )
