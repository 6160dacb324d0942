import type { Release } from '../../schema/index.ts'
import type { Action } from '../audit/log.ts'
import type { SkewReport } from '../skew/skew-report.ts'

/** A release that is not written yet, and the live one that it was made from. */
export type Plan = {
  action: Action
  live: Release | null
  next: Release
  parts: string[]
  /** The report of a skew matrix, where one was given. */
  skew?: SkewReport
  /** It is refused when it brings together for the first time what no report names. */
  asksForSkew?: true
  /** The canary that it was made from, and that must still be running when it is written. */
  canary?: number
  /** A canary that is written beside it right after. */
  beside?: Plan
}

export const stepsOf = (plan: Plan): Plan[] => (plan.beside ? [plan, plan.beside] : [plan])

/** The kill switch and a release that is only signed anew work while the releases are frozen, whatever a check says. */
export const isUnguarded = ({ action }: Plan): boolean => action === 'off' || action === 'resign'
