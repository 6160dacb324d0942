import { artifactFolder } from '../../schema/index.ts'
import { requireNoViolations } from '../report/check-report.ts'
import { requireNotFrozen } from '../audit/freeze.ts'
import { appendToLog } from '../audit/log.ts'
import { withLock } from '../files/with-lock.ts'
import type { Violation } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import { buildOf, pairName, type Evidence } from './evidence.ts'
import { readEvidence, writeEvidence } from './stored-evidence.ts'

/**
 * Takes what the skew matrix found into an installation: signed, one document a pair, in place of the one before;
 * logged as `evidence`. Refused for builds that are not published here, or with other bytes.
 */
export function addEvidence(
  store: ReleaseStore,
  found: Evidence[],
  { by, dryRun = false }: { by: string; dryRun?: boolean },
) {
  const add = () => {
    requireNotFrozen(store)
    requireNoViolations(
      found.flatMap((one) => [...notPublished(store, one.shell), ...notPublished(store, one.remote)]),
      'this evidence is not of what is published here',
    )
    if (dryRun) return
    const changes = found.map((one) => ({ part: pairName(one), from: before(store, one), to: one.result }))
    for (const one of found) writeEvidence(store, one)
    const failed = found.filter(({ result }) => result === 'failed').length
    appendToLog(store, {
      by,
      action: 'evidence',
      release: null,
      reason: `${found.length} ${found.length === 1 ? 'pair' : 'pairs'}, ${failed} failed`,
      changes,
    })
  }
  if (dryRun) add()
  else withLock(store.folder, add)
}

const publishedBuild = (store: ReleaseStore, { part, artifact }: Evidence['remote']) =>
  store.artifacts(part).find((one) => artifactFolder(one) === artifact)

function notPublished(store: ReleaseStore, wanted: Evidence['remote']): Violation[] {
  const name = `${wanted.part}@${wanted.artifact}`
  const published = publishedBuild(store, wanted)
  const reason = !published
    ? `${name} is not published here`
    : buildOf(published).descriptor === wanted.descriptor
      ? ''
      : `${name} is published here with other bytes`
  return reason ? [{ part: wanted.part, check: 'skew', reason }] : []
}

function before(store: ReleaseStore, { shell, remote }: Evidence): string | null {
  const [a, b] = [publishedBuild(store, shell), publishedBuild(store, remote)]
  const known = a && b && readEvidence(store, a, b)
  return !known || known.state === 'none' ? null : known.state
}
