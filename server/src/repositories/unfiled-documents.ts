import type { Database, Tx } from '../database/tables.ts'

/** Notes a document that no record names: it is about to be written, or is not needed any more. */
export async function noteUnfiled(db: Database | Tx, key: string): Promise<void> {
  await db.insertInto('unfiled_documents').values({ key, at: new Date() }).execute()
}

/** A record names these documents, or they are gone: they are not to be removed any more. */
export async function forgetUnfiled(db: Database | Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('unfiled_documents').where('key', 'in', keys).execute()
}

/** The keys of documents that were written before `before` and that no record names. */
export async function findUnfiled(db: Database, before: Date): Promise<string[]> {
  const rows = await db.selectFrom('unfiled_documents').select('key').where('at', '<', before).limit(1000).execute()
  return rows.map(({ key }) => key)
}
