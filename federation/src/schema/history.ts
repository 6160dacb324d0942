import type { FailureReport } from './failure-report.ts'
import type { Release } from './release.ts'
import type { SettingValue } from './settings/settings-values.ts'

/**
 * A difference of one part: the build (or address, `on` and `off: MESSAGE`, or `KEY=VALUE` of a setting) before
 * and after; null is none.
 */
export type Change = { part: string; from: string | null; to: string | null }

export type SettingFacts = { key: string; value: SettingValue; isDefault: boolean; description: string }

export type PartFacts = {
  part: string
  title: string
  owner: string
  version: string
  origin: string
  fallback: string | null
  off: string | null
  settings: SettingFacts[]
}
export type ReleaseFacts = Pick<Release, 'number' | 'createdAt' | 'createdBy' | 'reason'>
export type FailureFacts = FailureReport & { count: number; at: string }

/** An entry of the log. `release` is what it made live; null for what makes none. */
export type HistoryEntry = {
  number: number
  at: string
  by: string
  action: string
  release: number | null
  reason: string
  changes: Change[]
}

/** All there is to look at of an installation's releases; nothing of it can be changed through it. */
export type History = {
  live: ReleaseFacts & { parts: PartFacts[] }
  canary: (ReleaseFacts & { percent: number; held: { at: string; reason: string } | null; changes: Change[] }) | null
  freeze: { by: string; at: string; reason: string; until?: string | undefined } | null
  /** Reports of pages about the live release and of the canary. */
  failures: FailureFacts[]
  /** The last 50 of the log, the newest first. */
  entries: HistoryEntry[]
  /** The fault of the log; null when all is as it was written. */
  broken: string | null
}
