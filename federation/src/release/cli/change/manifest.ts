import { Option, type Command } from 'commander'
import { planManifest, pinsOf } from '../../plan/manifest.ts'
import { manifestOf, manifestText, readManifest } from '../../plan/manifest-file.ts'
import { pinBuilds } from '../apply/pin-builds.ts'
import type { SkewReport } from '../../skew/skew-report.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { liveRelease, manager, openStore, reasonText, skewOption, wholeNumber } from '../text/options.ts'

type Options = {
  reason: string
  skew?: SkewReport
  withoutSkew?: string
  expect?: number
  offline?: boolean
  api?: string
  dryRun?: boolean
}

export const addExport = (program: Command, context: CommandContext) =>
  program
    .command('export')
    .option('--json')
    .description('what is live as a manifest, YAML on standard output: for a file in git')
    .action(
      answering(context, () => {
        const pins = manifestOf(liveRelease(openStore(context)))
        return { text: manifestText(pins).trimEnd(), json: pins }
      }),
    )

const checking = (command: Command) =>
  skewOption(command)
    .argument('<file>', 'a manifest, as release export writes it')
    .option('--expect <number>', 'refuse when another release than this is live', wholeNumber(0))
    .option('--offline', 'do not download the files from their origins, and ask no store for a version that is here')
    .option('--api <url>', 'the API whose calls are compared; default API_URL')
    .option('--json')

/** Says of a manifest what `apply` would do: exit code 0 when that is nothing, or passes every check. */
export const addPlan = (program: Command, context: CommandContext) =>
  checking(program.command('plan'))
    .description('what a manifest would change, and every check of a pin; writes nothing')
    .action(
      answering(context, (file: string, options: Options) =>
        fromManifest(context, file, { ...options, reason: file, dryRun: true }, 'plan'),
      ),
    )

export const addApply = (program: Command, context: CommandContext) =>
  checking(program.command('apply'))
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .addOption(
      new Option('--without-skew <reason>', 'why production gets what npm run skew did not try; stands in the log')
        .argParser(reasonText)
        .conflicts('skew'),
    )
    .option('--dry-run', 'print the report and write nothing')
    .description('check a manifest, write a release with just its pins and settings and make it live')
    .action(answering(context, (file: string, options: Options) => fromManifest(context, file, options)))

async function fromManifest(
  context: CommandContext,
  file: string,
  { reason, skew, withoutSkew, expect, offline = false, api, dryRun = false }: Options,
  only?: 'plan',
) {
  const pins = readManifest(file)
  const store = openStore(context)
  const live = store.liveNumber() ?? 0
  const isUnexplained = skew === undefined && withoutSkew === undefined
  const intent = {
    reason: withoutSkew === undefined ? reason : `${reason}; without a skew report: ${withoutSkew}`,
    by: manager(context),
    ...(skew && { skew }),
    ...(only !== 'plan' && isUnexplained && context.env.NODE_ENV === 'production' && { asksForSkew: true as const }),
    ...(expect !== undefined && { expect }),
  }
  const answer = await pinBuilds(store, pinsOf(pins), (parts) => planManifest(store, parts, pins, intent), {
    env: context.env,
    dryRun,
    http: !offline,
    api: api ?? (context.env.API_URL || undefined),
  })
  return { ...answer, json: { live, changes: true, ...answer.json } }
}
