import type { Database, Tx } from '../database/tables.ts'
import type { DocumentsTable } from '../database/tables/documents.ts'
import type { FileStore } from '../storage/file-store.ts'
import type { IncomingFiles } from '../storage/incoming-files.ts'

const day = 86_400_000
/** How long a document that was replaced stays. */
const keptDays = 30

export type NewDocument = { kind: DocumentsTable['kind']; key: string; name: string | null; sha256: string }

/** Puts documents in the place of those that a person has of their kinds. Their files are written already. */
export async function fileDocuments(tx: Tx, personId: string, filed: NewDocument[], actorId: string): Promise<void> {
  for (const document of filed) {
    await takeDocument(tx, personId, document.kind, actorId)
    await tx
      .insertInto('documents')
      .values({ ...document, personId })
      .execute()
  }
  await forgetUnfiled(
    tx,
    filed.map(({ key }) => key),
  )
}

/** Takes a document from the person who has it; false when they have none. */
export async function takeDocument(
  tx: Tx,
  personId: string,
  kind: DocumentsTable['kind'],
  actorId: string,
): Promise<boolean> {
  // People are locked first everywhere, and the trigger writes their row.
  await tx.selectFrom('people').select('_id').where('_id', '=', personId).forNoKeyUpdate().execute()
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ replacedAt: new Date(), replacedBy: actorId })
    .where('personId', '=', personId)
    .where('kind', '=', kind)
    .where('replacedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Notes a file that no row names: it is about to be written. */
export async function noteUnfiled(db: Database, key: string): Promise<void> {
  await db.insertInto('unfiled_documents').values({ key, at: new Date() }).execute()
}

/** A row names these files, or they are gone: they are not to be removed any more. */
export async function forgetUnfiled(db: Database | Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('unfiled_documents').where('key', 'in', keys).execute()
}

/**
 * Forgets documents that were replaced 30 days ago. Their files go later, as those that no row names: a backup that is
 * being written still finds them.
 */
async function forgetReplaced(db: Database, now: Date): Promise<void> {
  await db
    .with('replaced', (cte) =>
      cte
        .deleteFrom('documents')
        .where('replacedAt', '<', new Date(now.getTime() - keptDays * day))
        .returning('key'),
    )
    .insertInto('unfiled_documents')
    .columns(['key', 'at'])
    .expression((eb) => eb.selectFrom('replaced').select((row) => ['key', row.val(now).as('at')]))
    .execute()
}

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
  const before = new Date(now.getTime() - hour)
  const unfiled = db.selectFrom('unfiled_documents').select('key').where('at', '<', before).limit(1000)
  for (const { key } of await unfiled.execute()) {
    await files.remove(key)
    await forgetUnfiled(db, [key])
    removed += 1
  }
  return removed
}
