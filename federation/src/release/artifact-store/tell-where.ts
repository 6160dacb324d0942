import { requireUnlocked } from '../guard/lock.ts'
import { appendToLog } from '../guard/log.ts'
import { inTurn } from '../guard/turn.ts'
import type { ReleaseStore } from '../store.ts'
import { openArtifactStore } from './open-store.ts'
import { addressText, parseStoreAddress } from './store-address.ts'

type Where = { store: string | null; origin: string | null }
type Told = { store?: string | undefined; origin?: string | undefined }

/**
 * Says for an installation in which store a part is published, and where it is served from; what is not told stays. Throws when the
 * store cannot be read. Returns what holds then.
 */
export async function tellWhere(store: ReleaseStore, part: string, told: Told, { by, reason, dryRun }: { by: string; reason: string; dryRun: boolean }): Promise<Where> {
  if (told.store !== undefined) await openArtifactStore(told.store, '--store').builds(part)
  const address = told.store === undefined ? undefined : addressText(parseStoreAddress(told.store, '--store'))
  const before: Where = { store: store.stores()[part] ?? null, origin: store.origins()[part] ?? null }
  const next: Where = { store: address ?? before.store, origin: told.origin ?? before.origin }
  const changes = [
    { part, from: before.store, to: next.store },
    { part, from: before.origin, to: next.origin },
  ].filter(({ from, to }) => from !== to)
  if (changes.length === 0) return next
  if (dryRun) {
    requireUnlocked(store)
    return next
  }
  inTurn(store.folder, () => {
    requireUnlocked(store)
    if (address !== undefined) store.putStores({ [part]: address })
    if (told.origin !== undefined) store.putOrigins({ [part]: told.origin })
    appendToLog(store, { by, action: 'part', release: null, reason, changes })
  })
  return next
}
