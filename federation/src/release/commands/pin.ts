import type { Command } from 'commander'
import { planPin } from '../pin.ts'
import { answering } from './answer.ts'
import { manager, openStore, pinText, someText, wholeNumber } from './desk.ts'
import { pinBuilds } from './pin-builds.ts'

type Options = { reason: string; expect?: number; offline?: boolean; api?: string; dryRun?: boolean }

export const addPin = (program: Command) =>
  program
    .command('pin')
    .argument('<pins...>', 'PART@VERSION, such as drivers@1.3.0', pinText)
    .requiredOption('--reason <text>', 'why, for those who read the log', someText)
    .option('--expect <number>', 'refuse when another release than this is live', wholeNumber(0))
    .option('--offline', 'do not download the files from their origins, and ask no store for a version that is here')
    .option('--api <url>', 'the API whose calls are compared; default API_URL')
    .option('--dry-run', 'print the report and write nothing')
    .option('--json')
    .description('check these parts, write a new release with them and make it live')
    .action(
      answering((pins: string[], { reason, expect, offline = false, api, dryRun = false }: Options) => {
        const store = openStore()
        const intent = { reason, by: manager(), ...(expect !== undefined && { expect }) }
        return pinBuilds(store, pins, (parts) => planPin(store, parts, intent), { dryRun, http: !offline, api: api ?? (process.env.API_URL || undefined) })
      }),
    )
