import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Change } from '../../schema/index.ts'
import { readJsonIfThere } from '../../schema/read-json.ts'
import { appendToLog, requireReason } from './log.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import { writeJson } from '../files/write-file.ts'
import { withLock } from '../files/with-lock.ts'

const freezeFile = z.object({
  by: z.string(),
  at: z.iso.datetime(),
  reason: z.string().min(1).max(500),
  /** From then on it is over; without it, when somebody ends it. */
  until: z.iso.datetime().optional(),
})
type Freeze = z.infer<typeof freezeFile>

const fileOf = (store: ReleaseStore) => join(store.folder, 'freeze.json')

/** Reads who froze the releases, when, until when and why; null when nobody did, or when its end has come. */
export function readFreeze(store: ReleaseStore): Freeze | null {
  const found = readJsonIfThere(fileOf(store), freezeFile)
  return found && !isOver(found) ? found : null
}

const isOver = ({ until }: Freeze) => until !== undefined && Date.parse(until) <= Date.now()

export const notFrozen = 'the releases are not frozen; there is nothing to end'

export const freezeText = ({ by, at, until, reason }: Freeze) =>
  `the releases are frozen by ${by} since ${at}${until === undefined ? '' : ` until ${until}`}: ${reason}`

/** Throws with who, when and why while the releases are frozen. */
export function requireNotFrozen(store: ReleaseStore) {
  const frozen = readFreeze(store)
  if (!frozen) return
  const reason = `${freezeText(frozen)}; when they agree, end it: release unfreeze`
  throw new ReleaseError(reason, [{ check: 'freeze', reason }])
}

/** From now on every change is refused but `off`, `canary abort` and `unfreeze`; `dryRun` writes nothing. */
export function freeze(
  store: ReleaseStore,
  { by, reason, until }: { by: string; reason: string; until?: Date | undefined },
  dryRun = false,
): Freeze {
  requireReason(reason)
  const made: Freeze = { by, at: new Date().toISOString(), reason, ...(until && { until: until.toISOString() }) }
  if (isOver(made))
    throw new ReleaseError(`the freeze would end at ${made.until ?? ''}, which is past; say a later time`)
  if (dryRun) {
    requireNotFrozen(store)
    return made
  }
  return withLock(store.folder, () => {
    requireNotFrozen(store)
    writeJson(fileOf(store), made)
    appendToLog(store, { by, action: 'freeze', release: null, reason, changes: endOf(made) })
    return made
  })
}

const endOf = ({ until }: Freeze): Change[] =>
  until === undefined ? [] : [{ part: 'freeze', from: null, to: `until ${until}` }]

export function unfreeze(store: ReleaseStore, { by, reason }: { by: string; reason: string }) {
  withLock(store.folder, () => {
    if (!readFreeze(store)) throw new ReleaseError(notFrozen)
    rmSync(fileOf(store))
    appendToLog(store, { by, action: 'unfreeze', release: null, reason, changes: [] })
  })
}
