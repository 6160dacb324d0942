import type { Command } from 'commander'
import { planRollback } from '../../plan/rollback.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { applyPlan } from '../apply/apply-plan.ts'
import { manager, openStore, optionalReason, wholeNumber } from '../text/options.ts'

type Options = {
  to?: number
  reason: string
  expect?: number
  http?: boolean
  api?: string
  dryRun?: boolean
}

export const addRollback = (program: Command, context: CommandContext) =>
  program
    .command('rollback')
    .argument('[parts...]', 'only these go back; default: all')
    .option('--to <number>', 'whose pins to take; default: the last release that had others', wholeNumber(1))
    .option('--reason <text>', 'why', optionalReason, '')
    .option('--expect <number>', 'refuse when another release than this is live', wholeNumber(0))
    .option('--http', 'download the files from their origins before')
    .option('--api <url>', 'the API whose calls are compared')
    .option('--dry-run', 'print the report and write nothing')
    .option('--json')
    .description('write a new release with the pins of an older one and make it live')
    .action(
      answering(context, (parts: string[], options: Options) => {
        const { to, reason, expect, http = false, api, dryRun = false } = options
        const store = openStore(context)
        const plan = planRollback(store, to, parts, {
          reason,
          by: manager(context),
          ...(expect !== undefined && { expect }),
        })
        return applyPlan(store, plan, { dryRun, http, api })
      }),
    )
