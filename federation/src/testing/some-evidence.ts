import { buildOf, type Evidence } from '../release/evidence/evidence.ts'
import type { Descriptor } from '../schema/index.ts'

/** Evidence as a run of the skew matrix would write it: ok, or failed with these reasons. */
export function someEvidence(shell: Descriptor, remote: Descriptor, ...reasons: string[]): Evidence {
  return {
    kind: 'skew evidence',
    schema: 1,
    shell: { ...buildOf(shell), part: 'shell' },
    remote: buildOf(remote),
    result: reasons.length === 0 ? 'ok' : 'failed',
    failures: reasons.map((reason) => ({ test: 'smoke: its screens', reason })),
    tests: ['contract: its routes', 'smoke: its screens'],
    notTried: [],
    testsVersion: 'f2661954',
    api: 'its own, 40 demo rows',
    at: '2026-11-21T10:00:00.000Z',
    by: 'ines',
  }
}
