import type { Command } from 'commander'
import { runningCanary } from '../canary/running-canary.ts'
import { refusals } from '../checks/finding.ts'
import { collectGarbage } from '../gc.ts'
import { readLog } from '../guard/log.ts'
import { logText } from '../text/log-text.ts'
import { table } from '../text/table.ts'
import { verify } from '../verify.ts'
import { answering } from './answer.ts'
import { liveRelease, manager, openStore, wholeNumber } from './desk.ts'

export const addLog = (program: Command) =>
  program
    .command('log')
    .option('--json')
    .description('who changed what, when and why; refused when the log was altered')
    .action(
      answering(() => {
        const { entries, broken } = readLog(openStore())
        return { text: logText(entries), json: { entries }, refused: broken === null ? [] : [{ check: 'log', reason: `log.jsonl: ${broken}` }] }
      }),
    )

export const addVerify = (program: Command) =>
  program
    .command('verify')
    .option('--http', 'also download every file from its origin')
    .option('--json')
    .description('re-read and re-hash all that is live, fallbacks too')
    .action(
      answering(async ({ http = false }: { http?: boolean }) => {
        const store = openStore()
        const live = liveRelease(store)
        const canary = runningCanary(store)
        const checks = [...(await verify(store, live, { http })), ...(canary ? await verify(store, canary.signed.release, { http }) : [])]
        const rows = checks.map(({ part, check, state }) => [part, check, state])
        return { text: [`release ${live.number}${canary ? `, canary ${canary.release}` : ''}`, ...table(rows)].join('\n'), json: { release: live.number, checks }, refused: refusals(checks) }
      }),
    )

export const addGc = (program: Command) =>
  program
    .command('gc')
    .option('--keep <number>', 'how many of the last releases keep their artifacts; default: policy.json, or 10', wholeNumber(1))
    .option('--dry-run', 'say what would be removed')
    .option('--json')
    .description('remove artifacts that none of the last releases needs')
    .action(
      answering(({ keep, dryRun = false }: { keep?: number; dryRun?: boolean }) => {
        const { kept, removed } = collectGarbage(openStore(), { keep, by: manager(), dryRun })
        const rows = removed.map(({ part, artifact, bytes }) => [`${part}@${artifact}`, `${bytes} bytes`])
        const head = removed.length === 0 ? 'nothing to remove' : dryRun ? 'would be removed' : 'removed'
        return { text: [`${head}; kept is what these releases need: ${kept.join(', ') || 'none'}`, ...table(rows)].join('\n'), json: { kept, removed, dryRun } }
      }),
    )
