import { requireNotFrozen } from '../audit/freeze.ts'
import { appendToLog } from '../audit/log.ts'
import { withLock } from '../files/with-lock.ts'
import type { ReleaseStore } from '../store/store.ts'
import { openArtifactStore } from '../artifact-store/open-store.ts'
import { addressText, parseStoreAddress } from '../artifact-store/store-address.ts'

type Where = { store: string | null; origin: string | null }
type NewAddress = { store?: string | undefined; origin?: string | undefined }

/**
 * Says for an installation in which store a part is published, and where it is served from; what is not given stays.
 * Throws when the store cannot be read. Returns what holds then.
 */
export async function setPartAddress(
  store: ReleaseStore,
  part: string,
  options: NewAddress,
  { by, reason, dryRun, env }: { by: string; reason: string; dryRun: boolean; env: NodeJS.ProcessEnv },
): Promise<Where> {
  if (options.store !== undefined) await openArtifactStore(options.store, '--store', env).builds(part)
  const address = options.store === undefined ? undefined : addressText(parseStoreAddress(options.store, '--store'))
  const before: Where = { store: store.stores()[part] ?? null, origin: store.origins()[part] ?? null }
  const next: Where = { store: address ?? before.store, origin: options.origin ?? before.origin }
  const changes = [
    { part, from: before.store, to: next.store },
    { part, from: before.origin, to: next.origin },
  ].filter(({ from, to }) => from !== to)
  if (changes.length === 0) return next
  if (dryRun) {
    requireNotFrozen(store)
    return next
  }
  withLock(store.folder, () => {
    requireNotFrozen(store)
    if (address !== undefined) store.putStores({ [part]: address })
    if (options.origin !== undefined) store.putOrigins({ [part]: options.origin })
    appendToLog(store, { by, action: 'part', release: null, reason, changes })
  })
  return next
}
