import { InvalidArgumentError, type Command } from 'commander'
import { z } from 'zod'
import {
  allowDevOverride,
  devOverrideText,
  longestHours,
  revokeDevOverride,
} from '../../dev-override/allow-dev-override.ts'
import { DevOverrides } from '../../dev-override/dev-overrides.ts'
import { parseOrigin } from '../../store/origins.ts'
import { table } from '../text/output.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { manager, openStore, reasonText } from '../text/options.ts'

function hoursText(text: string): number {
  const hours = Number(text)
  if (!(hours > 0 && hours <= longestHours))
    throw new InvalidArgumentError(`It must be a number of hours, at most ${longestHours}.`)
  return hours
}

function emailText(text: string): string {
  if (!z.email().max(254).safeParse(text).success) throw new InvalidArgumentError('It must be an e-mail address.')
  return text
}

type AllowOptions = { origin: string; admin: string; hours: number; reason: string; dryRun?: boolean }

/** `release grant …`: one remote from its source, for one session of one administrator. */
export function addDevOverride(program: Command, context: CommandContext) {
  const command = program
    .command('grant')
    .description('run one remote from its source inside the released shell, for one session')

  command
    .command('give', { isDefault: true })
    .argument('<remote>', 'a remote of the live release, such as drivers')
    .requiredOption('--origin <url>', 'where it is served from; one of devOrigins in policy.json')
    .requiredOption('--admin <email>', 'who may use it, once, in one session', emailText)
    .option('--hours <number>', `how long, at most ${longestHours}`, hoursText, 8)
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .option('--dry-run', 'check it and write nothing')
    .option('--json')
    .description('sign a grant and print its code')
    .action(
      answering(context, (remote: string, { origin, admin, hours, reason, dryRun = false }: AllowOptions) => {
        const given = allowDevOverride(
          openStore(context),
          { remote, origin: parseOrigin(origin), admin, hours },
          { by: manager(context), reason, dryRun },
        )
        const what = `${remote} from ${devOverrideText(given.override)}`
        const text = given.code
          ? `grant ${given.override.id}: ${what}\nPaste this code in Interline, profile menu, Run a part from source:\n${given.code}`
          : `would grant ${what}`
        return { text, json: { grant: given.override, code: given.code, dryRun } }
      }),
    )

  command
    .command('revoke')
    .argument('<id>', 'a grant of release grants')
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .option('--dry-run', 'say what would be revoked')
    .option('--json')
    .description('end a grant now, also while the releases are frozen')
    .action(
      answering(context, (id: string, { reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
        const revoked = revokeDevOverride(openStore(context), id, { by: manager(context), reason, dryRun })
        return {
          text: `${dryRun ? 'would revoke' : 'revoked'}: ${revoked.remote} from ${devOverrideText(revoked)}`,
          json: { grant: revoked, dryRun },
        }
      }),
    )
}

export const addDevOverrides = (program: Command, context: CommandContext) =>
  program
    .command('grants')
    .option('--json')
    .description('every grant: what it runs, for whom, until when, and whether it is used')
    .action(
      answering(context, () => {
        const overrides = new DevOverrides(openStore(context))
        const all = overrides.all().map((known) => ({
          ...known.override,
          state: overrides.stateOf(known),
          usedAt: known.used?.at ?? null,
          ended: known.ended,
        }))
        const rows = all.map((one) => [
          one.id,
          one.remote,
          devOverrideText(one),
          one.ended ? `ended by ${one.ended.by}: ${one.ended.reason}` : one.state,
        ])
        return { text: table(rows).join('\n') || 'no grant was given', json: { grants: all } }
      }),
    )
