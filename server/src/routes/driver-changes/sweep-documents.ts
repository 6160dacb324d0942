import type { Database } from '../../database/tables.ts'
import { findUnfiled, forgetUnfiled } from '../../repositories/unfiled-documents.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { IncomingFiles } from '../../storage/incoming-files.ts'

const hour = 3_600_000

/**
 * Removes what forms left that came to no end: files that were still coming in, and documents that were written and
 * that no record names. An hour later no form can be at work any more.
 */
export async function sweepDocuments(
  db: Database,
  files: FileStore,
  incoming: IncomingFiles,
  now = new Date(),
): Promise<number> {
  let removed = await incoming.sweep()
  for (const key of await findUnfiled(db, new Date(now.getTime() - hour))) {
    await files.remove(key)
    await forgetUnfiled(db, [key])
    removed++
  }
  return removed
}
