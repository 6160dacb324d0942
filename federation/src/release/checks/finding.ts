import { refusalLine, ReleaseError, type Refusal } from '../release-error.ts'

/** What one check found for one part. */
export type Finding = { part: string; check: string; state: 'ok' | 'refused' | 'skipped'; reason: string }

/** A check's findings for a part: one that is ok, or one for each reason. */
export const findingsOf = (part: string, check: string, reasons: string[]): Finding[] =>
  reasons.length === 0 ? [{ part, check, state: 'ok', reason: '' }] : reasons.map((reason) => ({ part, check, state: 'refused', reason }))

export const refusals = (findings: Finding[]): Required<Refusal>[] =>
  findings.filter(({ state }) => state === 'refused').map(({ part, check, reason }) => ({ part, check, reason }))

/** Throws with every reason when a check refused. */
export function requireNone(refused: Refusal[], what: string) {
  if (refused.length > 0) throw new ReleaseError(`${what}:\n  ${refused.map(refusalLine).join('\n  ')}`, refused)
}
