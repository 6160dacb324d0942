import type { Command } from 'commander'
import type { SigningKey } from '../../../schema/index.ts'
import { commit } from '../../commit/commit.ts'
import { daysLeft, isDue, planRenewal, planRetirement, renewWhenDue } from '../../commit/renew.ts'
import { termText } from '../text/status-text.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { applyPlan } from '../apply/apply-plan.ts'
import { beginStore, liveRelease, manager, openStore, reasonText, wholeNumber } from '../text/options.ts'

type DryRun = { dryRun?: boolean }

const stateOf = (key: SigningKey, active: SigningKey) =>
  key.retiredAt ? `retired ${key.retiredAt}` : key.id === active.id ? 'signs' : 'accepted'

/** `release keys …`: the keys that sign releases. */
export function addKeys(program: Command, context: CommandContext) {
  const keys = program.command('keys').description('the keys that sign releases')

  keys
    .command('list')
    .option('--json')
    .description('every key, the root first')
    .action(
      answering(context, () => {
        const store = openStore(context)
        const all = store.keys.all()
        const lines = all.map(
          (key) =>
            `${key.id}  added ${key.addedAt}  ${key.endorsement ? `endorsed by ${key.endorsement.keyId}` : 'the root'}  ${stateOf(key, store.keys.active())}`,
        )
        return { text: lines.join('\n') || 'no key yet; the first release makes one', json: { keys: all } }
      }),
    )

  keys
    .command('init')
    .option('--dry-run', 'say what would be made')
    .option('--json')
    .description('make the root key, unless there is one')
    .action(
      answering(context, ({ dryRun = false }: DryRun) => {
        const store = beginStore(context, { dryRun })
        const [root] = store.keys.all()
        if (dryRun) {
          store.keys.requireNotLost()
          return {
            text: root ? `key ${root.id} is there already` : 'a root key would be made',
            json: { key: root?.id ?? null, made: false, dryRun },
          }
        }
        const made = store.keys.init()
        const { id } = store.keys.active()
        return { text: `key ${id} ${made ? 'was made; it signs' : 'is there already'}`, json: { key: id, made } }
      }),
    )

  keys
    .command('rotate')
    .option('--dry-run', 'say what would be made')
    .option('--json')
    .description('add a key that the present one endorses; it signs from now on')
    .action(
      answering(context, ({ dryRun = false }: DryRun) => {
        manager(context)
        const { keys } = openStore(context)
        if (dryRun) {
          keys.requireNotLost()
          const endorsedBy = keys.all().length > 0 ? keys.requireActive().id : null
          return {
            text: `a key would be made that ${endorsedBy ?? 'a root key, made before it,'} endorses, and sign from now on`,
            json: { key: null, endorsedBy, dryRun },
          }
        }
        const { id, endorsement } = keys.rotate()
        return {
          text: `key ${id} signs from now on, endorsed by ${endorsement?.keyId}`,
          json: { key: id, endorsedBy: endorsement?.keyId },
        }
      }),
    )

  keys
    .command('retire')
    .argument('<id>', 'a key of release keys list')
    .option('--dry-run', 'say what would be retired, and whether the live release would be renewed')
    .option('--json')
    .description('no browser accepts this key any more; its private half is deleted')
    .action(
      answering(context, (id: string, { dryRun = false }: DryRun) => {
        const by = manager(context)
        const store = openStore(context)
        const plan = planRetirement(store, id, by)
        const pinsOf = plan?.live?.number
        if (dryRun)
          return {
            text: `key ${id} would be retired${plan ? `, and release ${pinsOf} renewed` : ''}`,
            json: { retired: id, renewed: plan !== null, dryRun },
          }
        const retired = `key ${id} is retired`
        if (!plan) {
          store.keys.retire(id)
          return { text: retired, json: { retired: id, release: null } }
        }
        const { number } = commit(store, plan)
        const text = `${retired}\nrelease ${number} is live: the pins of ${pinsOf}, signed by ${store.keys.active().id}`
        return { text, json: { retired: id, release: number } }
      }),
    )
}

export const addRenew = (program: Command, context: CommandContext) =>
  program
    .command('renew')
    .requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    .option('--within <days>', 'only when so many days are left, or fewer: for a schedule', wholeNumber(0))
    .option('--dry-run', 'say what would be written')
    .option('--json')
    .description('write a new release with the pins of the live one, good for another 90 days')
    .action(
      answering(
        context,
        ({ reason, within, dryRun = false }: { reason: string; within?: number; dryRun?: boolean }) => {
          const store = openStore(context)
          const by = manager(context)
          if (within === undefined) return applyPlan(store, planRenewal(store, { reason, by }), { dryRun, http: false })
          const live = liveRelease(store)
          const due = isDue(store, live, within)
          const renewed = due && !dryRun ? renewWhenDue(store, by, { within, reason }) : null
          const text = renewed
            ? `release ${renewed.number} is live: the pins of ${live.number}, for another 90 days`
            : `release ${live.number} ${termText(live)}; ${due && dryRun ? 'it would be renewed' : 'nothing to do'}`
          return { text, json: { release: renewed?.number ?? null, daysLeft: daysLeft(live), dryRun } }
        },
      ),
    )
