import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Release } from '../../schema/index.ts'
import { readText } from '../../schema/read-json.ts'
import { canonical, sha256 } from '../files/canonical.ts'
import { flush } from '../files/flush.ts'
import { oneLine } from '../report/plain-text.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

const actions = [
  'publish',
  'pin',
  'rollback',
  'off',
  'on',
  'freeze',
  'unfreeze',
  'gc',
  'resign',
  'canary',
  'promote',
  'abort',
  'found',
  'fetch',
  'part',
] as const
export type Action = (typeof actions)[number]

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const logEntry = z.strictObject({
  number: z.number().int().positive(),
  at: z.iso.datetime(),
  by: z.string(),
  action: z.enum(actions),
  /** The release that this made live; null for what makes none. */
  release: z.number().int().positive().nullable(),
  reason: z.string(),
  changes: z.array(z.strictObject({ part: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** Hash of the entry before; zeros for the first. */
  previous: hex,
  hash: hex,
})
export type LogEntry = z.infer<typeof logEntry>
type NewEntry = Pick<LogEntry, 'by' | 'action' | 'release' | 'reason' | 'changes'>

/** Releases and the log say their reason for good: in one line, of at most 500 characters. */
export const requireReason = (reason: string) => requireOneLine('the reason', reason, 500)

/** A line break in a text of the log would make it look like two entries. */
export function requireOneLine(what: string, text: string, most: number) {
  if (oneLine(text) !== text)
    throw new ReleaseError(`${what} "${oneLine(text)}" has a line break or a control character; write it in one line`)
  if (text.length > most)
    throw new ReleaseError(`${what} has ${text.length} characters; it may have ${most}; shorten it`)
}

const beforeFirst = '0'.repeat(64)
const fileOf = (store: ReleaseStore) => join(store.folder, 'log.jsonl')

function linesOf(store: ReleaseStore): string[] {
  if (!existsSync(fileOf(store))) return []
  return readText(fileOf(store)).split('\n').filter(Boolean)
}

const hashOf = (entry: Omit<LogEntry, 'hash'>) => sha256(canonical(entry))

function parseLine(line: string): LogEntry | null {
  try {
    return logEntry.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/**
 * Appends an entry to the chain; the caller holds the change lock. A line that was damaged before does not stop it,
 * because the kill switch must work; `readLog` names that line.
 */
export function appendToLog(store: ReleaseStore, entry: NewEntry): LogEntry {
  const last = linesOf(store)
    .map(parseLine)
    .findLast((one) => one !== null)
  const chained = {
    ...entry,
    number: (last?.number ?? 0) + 1,
    at: new Date().toISOString(),
    previous: last?.hash ?? beforeFirst,
  }
  const whole: LogEntry = { ...chained, hash: hashOf(chained) }
  const torn = existsSync(fileOf(store)) && !/(^|\n)$/.test(readText(fileOf(store)))
  appendFileSync(fileOf(store), `${torn ? '\n' : ''}${JSON.stringify(whole)}\n`, { flush: true })
  flush(store.folder)
  return whole
}

/**
 * All entries that can be read, and the first thing that is wrong with the chain; null when all is as it was written.
 */
export function readLog(store: ReleaseStore): { entries: LogEntry[]; broken: string | null } {
  const parsed = linesOf(store).map(parseLine)
  const entries = parsed.filter((one) => one !== null)
  return { entries, broken: firstBroken(parsed) ?? missingAtTheEnd(store, entries) }
}

/** The first entry that is not as it was written; null when all are. */
export const brokenEntry = (store: ReleaseStore): string | null => firstBroken(linesOf(store).map(parseLine))

function firstBroken(parsed: (LogEntry | null)[]): string | null {
  let previous = beforeFirst
  for (const [index, entry] of parsed.entries()) {
    const number = index + 1
    if (!entry) return `entry ${number} is not an entry: it was altered or cut off`
    if (entry.number !== number)
      return `entry ${number} is missing or out of order: number ${entry.number} stands in its place`
    const { hash, ...rest } = entry
    if (hashOf(rest) !== hash) return `entry ${number} was altered: its hash does not fit its content`
    if (entry.previous !== previous)
      return `entry ${number} does not follow entry ${number - 1}: one of them was replaced`
    previous = hash
  }
  return null
}

function missingAtTheEnd(store: ReleaseStore, entries: LogEntry[]): string | null {
  const live = unlogged(store, entries)
  return (
    live && `entry ${entries.length + 1} is missing: release ${live.number} is live, and no entry says who made it live`
  )
}

/**
 * The live release, when the last entry about one is about another: the log was cut, or a process died before it wrote.
 */
function unlogged(store: ReleaseStore, entries: LogEntry[]): Release | null {
  const known = entries.findLast(({ release }) => release !== null)?.release ?? null
  return store.liveNumber() === known ? null : store.live()
}

/**
 * Before a change: a live release that the log does not know is entered as `found`, so that the gap stays to be seen.
 */
export function logWhatIsLive(store: ReleaseStore) {
  const live = unlogged(
    store,
    linesOf(store)
      .map(parseLine)
      .filter((one) => one !== null),
  )
  if (live)
    appendToLog(store, {
      by: live.createdBy,
      action: 'found',
      release: live.number,
      reason: `live without an entry: ${live.reason}`,
      changes: [],
    })
}
