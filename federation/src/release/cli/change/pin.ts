import type { Command } from 'commander'
import { planPin } from '../../plan/pin.ts'
import type { SkewReport } from '../../skew/skew-report.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { manager, openStore, pinText, reasonText, skewOption, wholeNumber } from '../text/options.ts'
import { pinBuilds } from '../apply/pin-builds.ts'

type Options = {
  reason: string
  skew?: SkewReport
  expect?: number
  offline?: boolean
  api?: string
  dryRun?: boolean
}

export const addPin = (program: Command, context: CommandContext) =>
  skewOption(program.command('pin'))
    .argument('<pins...>', 'PART@VERSION, such as drivers@1.3.0', pinText)
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .option('--expect <number>', 'refuse when another release than this is live', wholeNumber(0))
    .option('--offline', 'do not download the files from their origins, and ask no store for a version that is here')
    .option('--api <url>', 'the API whose calls are compared; default API_URL')
    .option('--dry-run', 'print the report and write nothing')
    .option('--json')
    .description('check these parts, write a new release with them and make it live')
    .action(
      answering(context, (pins: string[], options: Options) => {
        const { reason, skew, expect, offline = false, api, dryRun = false } = options
        const store = openStore(context)
        const intent = {
          reason,
          by: manager(context),
          ...(skew && { skew }),
          ...(expect !== undefined && { expect }),
        }
        return pinBuilds(store, pins, (parts) => planPin(store, parts, intent), {
          env: context.env,
          dryRun,
          http: !offline,
          api: api ?? (context.env.API_URL || undefined),
        })
      }),
    )
