import type { Release, ReleaseDraft } from '../../schema/index.ts'
import type { Action } from '../audit/log.ts'
import type { SkewReport } from '../skew/skew-report.ts'

/** A release that is not written yet, and the live one that it was made from. */
export type Plan = {
  action: Action
  live: Release | null
  next: ReleaseDraft
  parts: string[]
  /** What the skew matrix found, where a report was given. */
  skew?: SkewReport
  /** It is refused when it brings together for the first time what no report names. */
  asksForSkew?: true
  /** Of a canary: its share of the administrators. */
  percent?: number
  /** The canary that everybody gets. */
  promotes?: number
  /** A key that signs no release any more, this one neither: it is retired once this one is live. */
  retires?: string
}

/**
 * The kill switch, and a release that is only signed anew, work while the releases are frozen and whatever a check
 * would say.
 */
export const isUnguarded = ({ action }: Plan): boolean => action === 'off' || action === 'renew'
