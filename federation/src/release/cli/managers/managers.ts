import { InvalidArgumentError, type Command } from 'commander'
import { changeManagers, changeOf, textOf } from '../../approve/change-managers.ts'
import { proposeChange } from '../../approve/propose.ts'
import { managerName, namesOf, type ManagersChange } from '../../managers/chain.ts'
import { makeManagerKey, readPublicKey } from '../../managers/manager-key.ts'
import { answering, table, type Answer, type CommandContext } from '../text/output.ts'
import { manager, openStore, reasonText } from '../text/options.ts'
import { proposedAnswer } from '../text/plans-text.ts'

export type ChangeOptions = { reason: string; propose?: boolean; dryRun?: boolean }

export const changing = (command: Command) =>
  command
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .option('--propose', 'write it down with your approval, for other managers to approve')
    .option('--dry-run', 'say what would be changed')
    .option('--json')

/** Makes a change of who decides or of the policy, or proposes it. */
export function change(context: CommandContext, made: ManagersChange, options: ChangeOptions): Answer {
  const { reason, propose = false, dryRun = false } = options
  const store = openStore(context)
  manager(context)
  const whole = changeOf(store, made)
  if (propose) {
    const { text, json } = proposedAnswer(proposeChange(store, whole, { reason, summary: textOf(made), dryRun }))
    return dryRun ? { text: `${text}\nnothing was written`, json: { ...json, dryRun } } : { text, json }
  }
  const next = changeManagers(store, whole, { reason, dryRun })
  const names = namesOf(next)
  return {
    text: `${dryRun ? 'the managers would be' : 'the managers are'}: ${names}`,
    json: { managers: next.managers, dryRun },
  }
}

function name(text: string): string {
  const parsed = managerName.safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message ?? ''}.`)
  return parsed.data
}

/** `release managers …`: who may decide, each with a key of their own. */
export function addManagers(program: Command, context: CommandContext) {
  const managers = program.command('managers').description('who may decide, each with a key of their own')

  managers
    .command('list', { isDefault: true })
    .option('--json')
    .description('every manager, and who was one')
    .action(
      answering(context, () => {
        const { managers: now, removed } = openStore(context).managers.read()
        const rows = [
          ...now.map((one) => [one.name, one.keyId, '']),
          ...removed.map((one) => [one.name, one.keyId, 'removed']),
        ]
        return {
          text: table(rows).join('\n') || 'no named managers: everybody who can write DATA_DIR decides',
          json: { managers: now, removed },
        }
      }),
    )

  managers
    .command('keygen')
    .argument('<file>', 'where the private key goes; the public half goes to FILE.pub')
    .option('--json')
    .description('make a key for yourself; the private half never leaves you')
    .action(
      answering(context, (file: string) => {
        const key = makeManagerKey(file)
        return { text: `${file} is your key ${key}; give ${file}.pub to who adds you`, json: { key, file } }
      }),
    )

  changing(
    managers
      .command('add')
      .argument('<name>', 'how the log calls them', name)
      .requiredOption('--key <file>', 'the public half of their key, in PEM'),
  )
    .description('add a manager; the first one adds themselves')
    .action(
      answering(context, (who: string, options: ChangeOptions & { key: string }) =>
        change(context, { add: { name: who, publicKey: readPublicKey(options.key) } }, options),
      ),
    )

  changing(managers.command('remove').argument('<name>', 'a manager of release managers list'))
    .description('their approvals count no more')
    .action(answering(context, (who: string, options: ChangeOptions) => change(context, { remove: who }, options)))
}
