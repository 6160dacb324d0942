import { Option, type Command } from 'commander'
import { canaryToEnd } from '../../canary/running-canary.ts'
import { pinsOf, planManifest } from '../../plan/manifest.ts'
import { manifestOf, manifestText, readManifest, type Manifest } from '../../plan/manifest-file.ts'
import { ReleaseError } from '../../report/release-error.ts'
import { act, type ActOptions } from '../apply/act.ts'
import { expecting, liveRelease, openStore, reasonText, skewOption, usingNetwork, writing } from '../text/options.ts'
import { answering, type CommandContext } from '../text/output.ts'

type Options = ActOptions & { base?: Manifest | null; withoutSkew?: string; removeAll?: boolean }

export const addExport = (program: Command, context: CommandContext) =>
  program
    .command('export')
    .option('--json')
    .description('what is live, and the canary, as a manifest: YAML for a file in git')
    .action(
      answering(context, () => {
        const store = openStore(context)
        const manifest = manifestOf(liveRelease(store), canaryToEnd(store))
        return { text: manifestText(manifest).trimEnd(), json: manifest }
      }),
    )

const reading = (command: Command, context: CommandContext) =>
  usingNetwork(expecting(skewOption(command)), context)
    .argument('<file>', 'a manifest, as release export writes it')
    .option(
      '--base <before>',
      'the manifest that the change was made from, "none" the first time: refuse when that is not what is live',
      (file) => (file === 'none' ? null : readManifest(file)),
    )
    .option('--remove-all', 'take out every remote that is live, as the file says')

/** Says of a manifest what `apply` would do: exit code 0 when that is nothing, or passes every check. */
export const addPlan = (program: Command, context: CommandContext) =>
  reading(program.command('plan'), context)
    .option('--json')
    .description('what a manifest would change, and every check of a pin; writes nothing')
    .action(
      answering(context, (file: string, options: Omit<Options, 'reason'>) =>
        fromManifest(context, file, { ...options, reason: file, dryRun: true }),
      ),
    )

export const addApply = (program: Command, context: CommandContext) =>
  writing(reading(program.command('apply'), context))
    .addOption(
      new Option('--without-skew <reason>', 'why production gets what npm run skew did not try; stands in the log')
        .argParser(reasonText)
        .conflicts('skew'),
    )
    .description('check a manifest, write a release with just what it says and make it live')
    .action(
      answering(context, (file: string, { withoutSkew, ...options }: Options) => {
        const isUnexplained = options.skew === undefined && withoutSkew === undefined
        const reason = withoutSkew === undefined ? '' : `; without a skew report: ${withoutSkew}`
        return fromManifest(
          context,
          file,
          { ...options, reason: options.reason + reason },
          isUnexplained && context.env.NODE_ENV === 'production',
        )
      }),
    )

async function fromManifest(
  context: CommandContext,
  file: string,
  { base, removeAll = false, ...options }: Options,
  asksForSkew = false,
) {
  const manifest = readManifest(file)
  const live = openStore(context).liveNumber() ?? 0
  const answer = await act(context, options, {
    pins: pinsOf(manifest),
    plan: (store, intent, parts) => {
      const plan = planManifest(store, parts, manifest, { ...intent, ...(asksForSkew && { asksForSkew }) }, base)
      const removed = Object.keys(plan?.live?.remotes ?? {})
      if (removed.length > 0 && !removeAll && !removed.some((name) => plan?.next.remotes[name]))
        throw new ReleaseError(
          `${file} takes out every remote: ${removed.join(', ')}. Name those that stay, or say --remove-all`,
        )
      return plan
    },
  })
  return { ...answer, json: { live, changes: true, ...answer.json } }
}
