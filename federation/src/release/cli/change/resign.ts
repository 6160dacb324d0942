import type { Command } from 'commander'
import { planResign } from '../../plan/resign.ts'
import { applyPlan } from '../apply/apply-plan.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { manager, openStore, reasonText, wholeNumber } from '../text/options.ts'

type Options = { reason: string; expect?: number; above?: number; dryRun?: boolean }

export const addResign = (program: Command, context: CommandContext) =>
  program
    .command('resign')
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .option('--expect <number>', 'refuse when another release than this is live', wholeNumber(0))
    .option('--above <number>', 'the new release has a higher number than this one', wholeNumber(1))
    .option('--dry-run', 'say what would be written')
    .option('--json')
    .description('write what is live as a new release that this key signs')
    .action(
      answering(context, ({ dryRun = false, ...intent }: Options) => {
        const store = openStore(context)
        return applyPlan(store, planResign(store, { ...intent, by: manager(context) }), { dryRun, http: false })
      }),
    )
