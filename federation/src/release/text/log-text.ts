import type { LogEntry } from '../guard/log.ts'

/** The audit log, an entry a line, and what each changed below it. */
export function logText(entries: LogEntry[]): string {
  const lines = entries.flatMap(({ number, at, by, action, release, reason, changes }) => [
    `${number}  ${at}  ${by}: ${action}${release === null ? '' : `, release ${release}`}${reason ? `: ${reason}` : ''}`,
    ...changes.map(({ part, from, to }) => `     ${part}: ${from ?? 'none'} → ${to ?? 'none'}`),
  ])
  const last = entries.at(-1)
  return [...lines, last ? `${entries.length} entries; the last has the hash ${last.hash}` : 'the log is empty'].join('\n')
}
