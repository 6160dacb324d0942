import { violationLine, ReleaseError, type Violation } from './release-error.ts'

/** The result of one check for one part. */
export type CheckResult = { part: string; check: string; state: 'ok' | 'refused' | 'skipped'; reason: string }

/** A check's results for a part: one that is ok, or one for each reason. */
export const resultsOf = (part: string, check: string, reasons: string[]): CheckResult[] =>
  reasons.length === 0
    ? [{ part, check, state: 'ok', reason: '' }]
    : reasons.map((reason) => ({ part, check, state: 'refused', reason }))

export const violationsOf = (results: CheckResult[]): Required<Violation>[] =>
  results.filter(({ state }) => state === 'refused').map(({ part, check, reason }) => ({ part, check, reason }))

/** Throws with every reason when a check refused. */
export function requireNoViolations(refused: Violation[], what: string) {
  if (refused.length > 0) throw new ReleaseError(`${what}:\n  ${refused.map(violationLine).join('\n  ')}`, refused)
}
