import { join } from 'node:path'
import { readFreeze } from '../release/audit/freeze.ts'
import { brokenEntry } from '../release/audit/log.ts'
import { readSecret } from '../release/store/page-loads.ts'
import type { ReleaseStore } from '../release/store/store.ts'

/** Reads a piece of the metrics, or answers `otherwise` where a file that it needs is damaged. */
export function unlessDamaged<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** The files that the shell’s origin reads, as they are called in `DATA_DIR` or `ORIGIN_STATE`: is each damaged? */
export function damagedFiles(store: ReleaseStore): [file: string, isDamaged: boolean][] {
  const pointers = (['live.json', 'canary.json'] as const).map((name) =>
    unlessDamaged(() => store.readPointer(name), null),
  )
  const reads: [string, () => unknown][] = [
    ['live.json', () => store.liveNumber()],
    ['canary.json', () => store.readPointer('canary.json')],
    ...pointers
      .filter((number) => number !== null)
      .map((number): [string, () => unknown] => [`releases/${number}.json`, () => store.readSigned(number)]),
    ['freeze.json', () => readFreeze(store)],
    ['origins.json', () => store.origins()],
    ['stores.json', () => store.stores()],
    ['held.json', () => store.state.held()],
    ['failures.jsonl', () => store.state.failures.read()],
    ['loads/secret', () => readSecret(join(store.state.folder, 'loads', 'secret'))],
    ['served', () => store.state.highestServed()],
  ]
  return [
    ...reads.map(([file, read]): [string, boolean] => [file, unlessDamaged(() => (read(), false), true)]),
    ['log.jsonl', unlessDamaged(() => brokenEntry(store) !== null, true)],
  ]
}
