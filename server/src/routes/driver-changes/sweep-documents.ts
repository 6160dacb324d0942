import type { Database } from '../../database/tables.ts'
import { findUnfiled, forgetReplaced, forgetUnfiled } from '../../repositories/documents.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { IncomingFiles } from '../../storage/incoming-files.ts'

const hour = 3_600_000

/**
 * Removes documents that were replaced 30 days ago, and what forms left that came to no end: files that were still
 * coming in, and documents that no row names. An hour later no form, and no backup, can be at work with them.
 */
export async function sweepDocuments(
  db: Database,
  files: FileStore,
  incoming: IncomingFiles,
  now = new Date(),
): Promise<number> {
  let removed = await incoming.sweep()
  await forgetReplaced(db, now)
  for (const key of await findUnfiled(db, new Date(now.getTime() - hour))) {
    await files.remove(key)
    await forgetUnfiled(db, [key])
    removed++
  }
  return removed
}
