import type { Command } from 'commander'
import { lock, lockText, readLock, unlock } from '../guard/lock.ts'
import { ReleaseError } from '../release-error.ts'
import { answering } from './answer.ts'
import { manager, openStore, someText } from './desk.ts'

type Options = { reason: string; dryRun?: boolean }

export const addLock = (program: Command) =>
  program
    .command('lock')
    .requiredOption('--reason <text>', 'why, for those who are refused', someText)
    .option('--dry-run', 'say what would be written')
    .option('--json')
    .description('refuse every change but off and unlock')
    .action(
      answering(({ reason, dryRun = false }: Options) => {
        const made = lock(openStore(), { by: manager(), reason }, dryRun)
        return { text: dryRun ? `would say: ${lockText(made)}` : lockText(made), json: { lock: made, dryRun } }
      }),
    )

export const addUnlock = (program: Command) =>
  program
    .command('unlock')
    .requiredOption('--reason <text>', 'why, for those who read the log', someText)
    .option('--dry-run', 'say what would be unlocked')
    .option('--json')
    .description('allow changes again')
    .action(
      answering(({ reason, dryRun = false }: Options) => {
        const store = openStore()
        const before = readLock(store)
        if (!before) throw new ReleaseError('the releases are not locked')
        if (!dryRun) unlock(store, { by: manager(), reason })
        return { text: `${dryRun ? 'would unlock' : 'unlocked'}: ${lockText(before)}`, json: { lock: dryRun ? before : null, dryRun } }
      }),
    )
