import { buildOf, type TriedPair } from '../release/skew/skew-report.ts'
import type { Descriptor } from '../schema/index.ts'

/** A pair as a report of the skew matrix names it: ok, or failed with these reasons. */
export const triedPair = (shell: Descriptor, remote: Descriptor, ...reasons: string[]): TriedPair => ({
  shell: { ...buildOf(shell), part: 'shell' },
  remote: buildOf(remote),
  result: reasons.length === 0 ? 'ok' : 'failed',
  failures: reasons.map((reason) => ({ test: 'smoke: its screens', reason })),
  tests: ['contract: its routes', 'smoke: its screens'],
  notTried: [],
  at: '2026-11-21T10:00:00.000Z',
})
