import { InvalidArgumentError, type Command } from 'commander'
import { planSet, planUnset } from '../../plan/settings.ts'
import type { Plan } from '../../checks/planned-release.ts'
import type { Intent } from '../../plan/plan.ts'
import type { ReleaseStore } from '../../store/store.ts'
import { applyPlan } from '../apply/apply-plan.ts'
import { answering, type Answer, type CommandContext } from '../text/output.ts'
import { manager, openStore, reasonText, wholeNumber } from '../text/options.ts'

type Options = { reason: string; expect?: number; offline?: boolean; api?: string; dryRun?: boolean }
type Texts = Record<string, string>

const changing = (command: Command) =>
  command
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .option('--expect <number>', 'refuse when another release than this is live', wholeNumber(0))
    .option('--offline', 'do not download the files of the remote from its origin')
    .option('--api <url>', 'the API whose calls are compared; default API_URL')
    .option('--dry-run', 'print the report and write nothing')
    .option('--json')

export const addSet = (program: Command, context: CommandContext) =>
  changing(program.command('set'))
    .argument('<part>', 'a remote, such as drivers; release show PART@VERSION says what can be set of it')
    .argument('<settings...>', 'KEY=VALUE, such as fileLimitMb=5', settingTexts)
    .description('check settings of a remote, write a new release with them and make it live')
    .action(
      answering(context, (part: string, texts: Texts, options: Options) =>
        apply(context, options, (store, intent) => planSet(store, part, texts, intent)),
      ),
    )

export const addUnset = (program: Command, context: CommandContext) =>
  changing(program.command('unset'))
    .argument('<part>', 'a remote, such as drivers')
    .argument('<keys...>', 'settings that get their defaults again, such as fileLimitMb')
    .description('write a new release in which settings of a remote have their defaults, and make it live')
    .action(
      answering(context, (part: string, keys: string[], options: Options) =>
        apply(context, options, (store, intent) => planUnset(store, part, keys, intent)),
      ),
    )

/** `KEY=VALUE` of a command line; the value is everything behind the first `=`. */
function settingTexts(text: string, before: Texts = {}): Texts {
  const [, key, value] = /^([A-Za-z0-9]+)=([^]*)$/.exec(text) ?? []
  if (key === undefined || value === undefined)
    throw new InvalidArgumentError('Write KEY=VALUE, such as fileLimitMb=5.')
  if (Object.hasOwn(before, key)) throw new InvalidArgumentError(`${key} is named twice.`)
  return { ...before, [key]: value }
}

async function apply(
  context: CommandContext,
  { reason, expect, offline = false, api, dryRun = false }: Options,
  planWith: (store: ReleaseStore, intent: Intent) => Plan | null,
): Promise<Answer> {
  const store = openStore(context)
  const plan = planWith(store, {
    reason,
    by: manager(context),
    ...(expect !== undefined && { expect }),
  })
  if (!plan) {
    const release = store.liveNumber() ?? 0
    return { text: `release ${release} is set so; nothing to do`, json: { release, changes: false } }
  }
  return applyPlan(store, plan, {
    dryRun,
    http: !offline,
    offline,
    api: api ?? (context.env.API_URL || undefined),
  })
}
