import type { Command } from 'commander'
import { canonical } from '../../files/canonical.ts'
import { readPolicy, readPolicyFile, type Policy } from '../../store/policy.ts'
import { ReleaseError } from '../../report/release-error.ts'
import { answering, table, type CommandContext } from '../text/output.ts'
import { openStore } from '../text/options.ts'
import { change, changing, type ChangeOptions } from './managers.ts'

/** `release policy …`: what the installation allows. */
export function addPolicy(program: Command, context: CommandContext) {
  const policy = program.command('policy').description('what this installation allows')

  policy
    .command('show', { isDefault: true })
    .option('--json')
    .description('what is in force, and what policy.json says otherwise')
    .action(
      answering(context, () => {
        const store = openStore(context)
        const now = readPolicy(store)
        const proposed = differences(now, readPolicyFile(store).policy)
        const rows = Object.entries(now).map(([key, value]) => [key, JSON.stringify(value)])
        const waiting = proposed.map((key) => `policy.json says otherwise of ${key}, which is not adopted`)
        return { text: [...table(rows), ...waiting].join('\n'), json: { policy: now, notAdopted: proposed } }
      }),
    )

  changing(policy.command('adopt'))
    .description('put policy.json in force, where there are named managers')
    .action(
      answering(context, (options: ChangeOptions) => {
        const store = openStore(context)
        if (store.managers.read().count === 0)
          throw new ReleaseError('policy.json is in force as it is: there are no named managers')
        const { policy: wanted, written } = readPolicyFile(store)
        if (differences(readPolicy(store), wanted).length === 0)
          throw new ReleaseError('policy.json says what is in force')
        return change(context, { policy: written }, options)
      }),
    )
}

const differences = (now: Policy, other: Policy) =>
  (Object.keys(now) as (keyof Policy)[]).filter((key) => canonical(now[key]) !== canonical(other[key]))
