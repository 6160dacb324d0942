import type { FailureReport } from './failure-report.ts'
import type { Release } from './release.ts'
import type { SettingValue } from './settings/settings-values.ts'

export type AddedRemoved = { added: string[]; removed: string[] }
export type FileSize = { path: string; bytes: number }
export type RangeChange = { name: string; from: string | null; to: string | null }

export type SettingChange = { part: string; key: string; from: SettingValue | null; to: SettingValue | null }

export type PartDiff = {
  part: string
  from: string | null
  to: string | null
  bytes: { from: number; to: number }
  files: { added: FileSize[]; removed: FileSize[] }
  /** Ranges that a remote requires, or versions that the shell provides. */
  ranges: RangeChange[]
  routes: AddedRemoved
  backend: AddedRemoved
}
export type ReleaseDiff = {
  from: number | null
  to: number
  parts: PartDiff[]
  off: { part: string; from: string | null; to: string | null }[]
  /** Settings of remotes; null is the default. Older origins say nothing of them. */
  settings?: SettingChange[] | undefined
}

export type SettingFacts = { key: string; value: SettingValue; isDefault: boolean; description: string }

export type PartFacts = {
  part: string
  title: string
  owner: string
  version: string
  origin: string
  fallback: string | null
  off: string | null
  /** What can be set of it, and what is. Older origins say nothing of it. */
  settings?: SettingFacts[] | undefined
}
export type ReleaseFacts = Pick<Release, 'number' | 'createdAt' | 'createdBy' | 'reason' | 'expiresAt'> & {
  parts: PartFacts[]
}
export type CanaryFacts = ReleaseFacts & {
  canaryOf: number
  percent: number
  held: { at: string; reason: string } | null
  diff: ReleaseDiff
}
export type FailureFacts = FailureReport & { count: number; at: string }

/** An entry of the audit log. `release` is what it made live; null for what makes none. */
export type HistoryEntry = {
  number: number
  at: string
  by: string
  action: string
  release: number | null
  reason: string
  changes: { part: string; from: string | null; to: string | null }[]
  /** Where managers approved it, who; and why it went past approvals or a freeze. */
  approvedBy?: string[] | undefined
  breakGlass?: string | undefined
}

/** What there is to look at of an installation's releases; nothing of it can be changed through it. */
export type History = {
  live: ReleaseFacts
  canary: CanaryFacts | null
  lock: { by: string; at: string; reason: string; until?: string } | null
  /** What pages reported of the live release and of the canary. */
  failures: FailureFacts[]
  /** The audit log, the newest first. */
  entries: HistoryEntry[]
  /** Pass the last entry's number as `before` to read on; null at the end. */
  next: number | null
  /** What is wrong with the log; null when all is as it was written. */
  broken: string | null
}
