import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Named } from './found.ts'

/** A test whose failures are printed and not counted, until the end of a day (`2026-12-31`). */
export type Quarantined = { test: string; reason: string; until: string }

const most = 10
const longestDays = 7
const day = (date: Date) => date.toISOString().slice(0, 10)

export const readQuarantine = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'quarantine.json'), 'utf8')) as Quarantined[]

/** The faults of the quarantine itself: each fails the run. */
export function faultsOf(quarantine: Quarantined[], now: Date): Named[] {
  const last = day(new Date(now.getTime() + longestDays * 86_400_000))
  const fault = (reason: string) => ({ name: 'scripts/test/quarantine.json', reason })
  return [
    ...(quarantine.length > most ? [fault(`it names ${quarantine.length} tests, at most ${most} may be named`)] : []),
    ...quarantine.flatMap(({ test, reason, until }) => [
      ...(reason.trim() === '' ? [fault(`"${test}" has no reason`)] : []),
      ...(!/^\d{4}-\d\d-\d\d$/.test(until) ? [fault(`"${test}": until "${until}" is no day such as ${last}`)] : []),
      ...(until < day(now) ? [fault(`the day of "${test}" has passed: ${until}`)] : []),
      ...(until > last ? [fault(`the day of "${test}" is more than ${longestDays} days away: ${until}`)] : []),
    ]),
  ]
}

/** The failures that count, and those that are printed only. */
export function partFailures(failed: Named[], quarantine: Quarantined[]): { counted: Named[]; printed: Named[] } {
  const names = new Set(quarantine.map(({ test }) => test))
  return {
    counted: failed.filter(({ name }) => !names.has(name)),
    printed: failed.filter(({ name }) => names.has(name)),
  }
}
