import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonIfThere } from '../../schema/read-json.ts'
import { appendToLog, requireShort } from './log.ts'
import { ReleaseError } from '../release-error.ts'
import type { ReleaseStore } from '../store.ts'
import { writeJson } from '../write-json.ts'
import { inTurn } from './turn.ts'

const lockFile = z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string().min(1).max(500) })
type Lock = z.infer<typeof lockFile>

const fileOf = (store: ReleaseStore) => join(store.folder, 'lock.json')

/** Who locked the releases, when and why; null when nobody did. */
export const readLock = (store: ReleaseStore): Lock | null => readJsonIfThere(fileOf(store), lockFile) ?? null

export const lockText = ({ by, at, reason }: Lock) => `the releases are locked by ${by} since ${at}: ${reason}`

/** Throws with who, when and why while the releases are locked. */
export function requireUnlocked(store: ReleaseStore) {
  const lock = readLock(store)
  if (lock) throw new ReleaseError(lockText(lock), [{ check: 'lock', reason: lockText(lock) }])
}

/** From now on every change but `off` and `unlock` is refused; with `dryRun` none is. */
export function lock(store: ReleaseStore, { by, reason }: { by: string; reason: string }, dryRun = false): Lock {
  requireShort(reason)
  const made: Lock = { by, at: new Date().toISOString(), reason }
  if (dryRun) {
    requireUnlocked(store)
    return made
  }
  return inTurn(store.folder, () => {
    requireUnlocked(store)
    writeJson(fileOf(store), made)
    appendToLog(store, { by, action: 'lock', release: null, reason, changes: [] })
    return made
  })
}

export function unlock(store: ReleaseStore, { by, reason }: { by: string; reason: string }) {
  inTurn(store.folder, () => {
    if (!existsSync(fileOf(store))) throw new ReleaseError('the releases are not locked')
    rmSync(fileOf(store))
    appendToLog(store, { by, action: 'unlock', release: null, reason, changes: [] })
  })
}
