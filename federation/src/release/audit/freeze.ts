import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonIfThere } from '../../schema/read-json.ts'
import { appendToLog, requireReason } from './log.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import { writeJson } from '../files/write-file.ts'
import { withLock } from '../files/with-lock.ts'

const freezeFile = z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string().min(1).max(500) })
type Freeze = z.infer<typeof freezeFile>

// The file and the actions in the log keep the names that they had before: older versions read them too.
const fileOf = (store: ReleaseStore) => join(store.folder, 'lock.json')

/** Who froze the releases, when and why; null when nobody did. */
export const readFreeze = (store: ReleaseStore): Freeze | null => readJsonIfThere(fileOf(store), freezeFile) ?? null

export const freezeText = ({ by, at, reason }: Freeze) => `the releases are frozen by ${by} since ${at}: ${reason}`

/** Throws with who, when and why while the releases are frozen. */
export function requireNotFrozen(store: ReleaseStore) {
  const frozen = readFreeze(store)
  if (frozen) throw new ReleaseError(freezeText(frozen), [{ check: 'freeze', reason: freezeText(frozen) }])
}

/** From now on every change but `off`, `canary abort` and `unfreeze` is refused; with `dryRun` none is. */
export function freeze(store: ReleaseStore, { by, reason }: { by: string; reason: string }, dryRun = false): Freeze {
  requireReason(reason)
  const made: Freeze = { by, at: new Date().toISOString(), reason }
  if (dryRun) {
    requireNotFrozen(store)
    return made
  }
  return withLock(store.folder, () => {
    requireNotFrozen(store)
    writeJson(fileOf(store), made)
    appendToLog(store, { by, action: 'lock', release: null, reason, changes: [] })
    return made
  })
}

export function unfreeze(store: ReleaseStore, { by, reason }: { by: string; reason: string }) {
  withLock(store.folder, () => {
    if (!existsSync(fileOf(store))) throw new ReleaseError('the releases are not frozen')
    rmSync(fileOf(store))
    appendToLog(store, { by, action: 'unlock', release: null, reason, changes: [] })
  })
}
