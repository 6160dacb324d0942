import type { Command } from 'commander'
import { runningCanary } from '../../canary/running-canary.ts'
import { violationsOf } from '../../report/check-report.ts'
import { oneLine } from '../../report/plain-text.ts'
import { collectGarbage } from '../../artifacts/gc.ts'
import { readLog, type LogEntry } from '../../audit/log.ts'
import { table } from '../text/output.ts'
import { verify } from '../../checks/verify.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { liveRelease, manager, openStore, wholeNumber } from '../text/options.ts'

export const addLog = (program: Command, context: CommandContext) =>
  program
    .command('log')
    .option('--json')
    .description('who changed what, when and why; refused when the log was altered')
    .action(
      answering(context, () => {
        const { entries, broken } = readLog(openStore(context))
        return {
          text: logText(entries),
          json: { entries },
          refused: broken === null ? [] : [{ check: 'log', reason: `log.jsonl: ${broken}` }],
        }
      }),
    )

export const addVerify = (program: Command, context: CommandContext) =>
  program
    .command('verify')
    .option('--http', 'also download every file from its origin')
    .option('--json')
    .description('re-read and re-hash all that is live, fallbacks too')
    .action(
      answering(context, async ({ http = false }: { http?: boolean }) => {
        const store = openStore(context)
        const live = liveRelease(store)
        const canary = runningCanary(store)?.release
        const checks = [
          ...(await verify(store, live, { http })),
          ...(canary ? await verify(store, canary, { http }) : []),
        ]
        const rows = checks.map(({ part, check, state }) => [part, check, state])
        return {
          text: [`release ${live.number}${canary ? `, canary ${canary.number}` : ''}`, ...table(rows)].join('\n'),
          json: { release: live.number, checks },
          refused: violationsOf(checks),
        }
      }),
    )

export const addGc = (program: Command, context: CommandContext) =>
  program
    .command('gc')
    .option('--keep <number>', 'how many of the last releases keep their artifacts; default: 10', wholeNumber(1))
    .option('--dry-run', 'say what would be removed')
    .option('--json')
    .description('remove artifacts that none of the last releases needs')
    .action(
      answering(context, ({ keep, dryRun = false }: { keep?: number; dryRun?: boolean }) => {
        const { releases, removed } = collectGarbage(openStore(context), {
          keep,
          by: manager(context),
          dryRun,
        })
        const rows = removed.map(({ part, artifact, bytes }) => [`${part}@${artifact}`, `${bytes} bytes`])
        const head = removed.length === 0 ? 'nothing to remove' : dryRun ? 'would be removed' : 'removed'
        return {
          text: [`${head}; kept is what these releases need: ${releases.join(', ') || 'none'}`, ...table(rows)].join(
            '\n',
          ),
          json: { kept: releases, removed, dryRun },
        }
      }),
    )

/** The audit log, an entry a line, and what each changed below it; no text in it begins a line of its own. */
function logText(entries: LogEntry[]): string {
  const lines = entries.flatMap((entry) => {
    const { number, at, by, action, release, reason, changes } = entry
    return [
      `${number}  ${at}  ${by}: ${action}${release === null ? '' : `, release ${release}`}${reason ? `: ${reason}` : ''}`,
      ...changes.map(({ part, from, to }) => `     ${part}: ${from ?? 'none'} → ${to ?? 'none'}`),
    ].map(oneLine)
  })
  const last = entries.at(-1)
  return [...lines, last ? `${entries.length} entries; the last has the hash ${last.hash}` : 'the log is empty'].join(
    '\n',
  )
}
