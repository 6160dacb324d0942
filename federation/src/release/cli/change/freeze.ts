import { InvalidArgumentError, type Command } from 'commander'
import { z } from 'zod'
import { freeze, freezeText, notFrozen, readFreeze, unfreeze } from '../../audit/freeze.ts'
import { ReleaseError } from '../../report/release-error.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { manager, openStore, reasonText } from '../text/options.ts'

type Options = { reason: string; dryRun?: boolean }

/** A day ends a freeze at its begin, by the clock of this machine; with a time, that is as it says. */
function time(text: string): Date {
  const day = /^\d{4}-\d\d-\d\d$/.test(text)
  const found = new Date(day ? `${text}T00:00` : text)
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)
  // JavaScript takes 30 February for 2 March.
  if (!isTime || !z.iso.date().safeParse(text.slice(0, 10)).success || Number.isNaN(found.getTime()))
    throw new InvalidArgumentError('It must be a day or a time, such as 2027-01-02 or 2027-01-02T08:00Z.')
  return found
}

export const addFreeze = (program: Command, context: CommandContext) =>
  program
    .command('freeze')
    .requiredOption('--reason <text>', 'why, for those who are refused', reasonText)
    .option(
      '--until <time>',
      'when it ends by itself, such as 2027-01-02 (in the time zone of this machine) or 2027-01-02T08:00Z',
      time,
    )
    .option('--dry-run', 'say what would be written')
    .option('--json')
    .description('refuse every change but off, resign, canary abort and unfreeze')
    .action(
      answering(context, ({ reason, until, dryRun = false }: Options & { until?: Date }) => {
        const made = freeze(openStore(context), { by: manager(context), reason, until }, dryRun)
        return {
          text: dryRun ? `would say: ${freezeText(made)}` : freezeText(made),
          json: { freeze: made, dryRun },
        }
      }),
    )

export const addUnfreeze = (program: Command, context: CommandContext) =>
  program
    .command('unfreeze')
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .option('--dry-run', 'say what would be unfrozen')
    .option('--json')
    .description('allow changes again')
    .action(
      answering(context, ({ reason, dryRun = false }: Options) => {
        const store = openStore(context)
        const by = manager(context)
        const before = readFreeze(store)
        if (!before) throw new ReleaseError(notFrozen)
        if (!dryRun) unfreeze(store, { by, reason })
        return {
          text: `${dryRun ? 'would unfreeze' : 'unfrozen'}: ${freezeText(before)}`,
          json: { freeze: dryRun ? before : null, dryRun },
        }
      }),
    )
