import type { Command } from 'commander'
import { planOff, planOn } from '../switch.ts'
import { answering } from './answer.ts'
import { carryOut } from './carry-out.ts'
import { manager, openStore, someText } from './desk.ts'

export const addOff = (program: Command) =>
  program
    .command('off')
    .argument('<part>', 'a remote, such as drivers')
    .requiredOption('--message <text>', 'what its visitors read', someText)
    .option('--reason <text>', 'why, for those who read the log; default: the message', '')
    .option('--dry-run', 'say what would be written')
    .option('--json')
    .description('switch a remote off, also while the releases are locked')
    .action(
      answering((part: string, { message, reason, dryRun = false }: { message: string; reason: string; dryRun?: boolean }) => {
        const store = openStore()
        return carryOut(store, planOff(store, part, message, { reason, by: manager() }), { dryRun, http: false })
      }),
    )

export const addOn = (program: Command) =>
  program
    .command('on')
    .argument('<part>', 'a remote that is off')
    .requiredOption('--reason <text>', 'why, for those who read the log', someText)
    .option('--dry-run', 'say what would be written')
    .option('--json')
    .description('switch a remote on again')
    .action(
      answering((part: string, { reason, dryRun = false }: { reason: string; dryRun?: boolean }) => {
        const store = openStore()
        return carryOut(store, planOn(store, part, { reason, by: manager() }), { dryRun, http: false })
      }),
    )
