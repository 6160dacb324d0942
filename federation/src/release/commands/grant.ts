import { InvalidArgumentError, type Command } from 'commander'
import { z } from 'zod'
import { giveGrant, grantText, longestHours, revokeGrant } from '../grants/give-grant.ts'
import { Grants } from '../grants/grants.ts'
import { parseOrigin } from '../origins.ts'
import { table } from '../text/table.ts'
import { answering } from './answer.ts'
import { manager, openStore, someText } from './desk.ts'

function hoursText(text: string): number {
  const hours = Number(text)
  if (!(hours > 0 && hours <= longestHours)) throw new InvalidArgumentError(`It must be a number of hours, at most ${longestHours}.`)
  return hours
}

function emailText(text: string): string {
  if (!z.email().max(254).safeParse(text).success) throw new InvalidArgumentError('It must be an e-mail address.')
  return text
}

type Wish = { origin: string; admin: string; hours: number; reason: string; dryRun?: boolean }

/** `release grant …`: one remote from its source, for one session of one administrator. */
export function addGrant(program: Command) {
  const grant = program.command('grant').description('run one remote from its source inside the released shell, for one session')

  grant
    .command('give', { isDefault: true })
    .argument('<remote>', 'a remote of the live release, such as drivers')
    .requiredOption('--origin <url>', 'where it is served from; one of devOrigins in policy.json')
    .requiredOption('--admin <email>', 'who may use it, once, in one session', emailText)
    .option('--hours <number>', `how long, at most ${longestHours}`, hoursText, 8)
    .requiredOption('--reason <text>', 'why, for those who read the log', someText)
    .option('--dry-run', 'check it and write nothing')
    .option('--json')
    .description('sign a grant and print its code')
    .action(
      answering((remote: string, { origin, admin, hours, reason, dryRun = false }: Wish) => {
        const given = giveGrant(openStore(), { remote, origin: parseOrigin(origin), admin, hours }, { by: manager(), reason, dryRun })
        const what = `${remote} from ${grantText(given.grant)}`
        const text = given.code ? `grant ${given.grant.id}: ${what}\nPaste this code in Interline, profile menu, Run a part from source:\n${given.code}` : `would grant ${what}`
        return { text, json: { grant: given.grant, code: given.code, dryRun } }
      }),
    )

  grant
    .command('revoke')
    .argument('<id>', 'a grant of release grants')
    .requiredOption('--reason <text>', 'why, for those who read the log', someText)
    .option('--dry-run', 'say what would be revoked')
    .option('--json')
    .description('end a grant now, also while the releases are locked')
    .action(
      answering((id: string, { reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
        const revoked = revokeGrant(openStore(), id, { by: manager(), reason, dryRun })
        return { text: `${dryRun ? 'would revoke' : 'revoked'}: ${revoked.remote} from ${grantText(revoked)}`, json: { grant: revoked, dryRun } }
      }),
    )
}

export const addGrants = (program: Command) =>
  program
    .command('grants')
    .option('--json')
    .description('every grant: what it runs, for whom, until when, and whether it is used')
    .action(
      answering(() => {
        const grants = new Grants(openStore())
        const all = grants.all().map((known) => ({ ...known.grant, state: grants.stateOf(known), usedAt: known.used?.at ?? null, ended: known.ended }))
        const rows = all.map((one) => [one.id, one.remote, grantText(one), one.ended ? `ended by ${one.ended.by}: ${one.ended.reason}` : one.state])
        return { text: table(rows).join('\n') || 'no grant was given', json: { grants: all } }
      }),
    )
