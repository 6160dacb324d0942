import { newId } from '../../../database/ids.ts'
import type { Database, Tx } from '../../../database/tables.ts'

export type NewPasskeyRow = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  name: string
}

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(db: Database, personId: string) {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('personId', '=', personId)
    .orderBy('createdAt')
    .orderBy('_id')
    .execute()
  return rows.map((row) => ({ ...row, transports: row.transports as string[], counter: Number(row.counter) }))
}

/** The id of a new passkey; undefined when it is somebody's already. */
export async function createPasskey(tx: Tx, personId: string, passkey: NewPasskeyRow): Promise<string | undefined> {
  const createdAt = new Date()
  const made = await tx
    .insertInto('passkeys')
    .values({
      ...passkey,
      _id: newId(createdAt),
      personId,
      transports: JSON.stringify(passkey.transports),
      createdAt,
      usedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('_id')
    .executeTakeFirst()
  return made?._id
}

/** Notes the use of a passkey and its counter; false when it was removed meanwhile. */
export async function notePasskeyUse(db: Database, _id: string, counter: number): Promise<boolean> {
  const noted = await db
    .updateTable('passkeys')
    .set({ counter, usedAt: new Date() })
    .where('_id', '=', _id)
    .returning('_id')
    .executeTakeFirst()
  return noted !== undefined
}

type OwnPasskey = { personId: string; _id: string }

/** The name from before; undefined when the person has no such passkey. */
export async function renamePasskey(tx: Tx, { personId, _id }: OwnPasskey, name: string): Promise<string | undefined> {
  const before = await tx
    .selectFrom('passkeys')
    .select('name')
    .where('_id', '=', _id)
    .where('personId', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before) await tx.updateTable('passkeys').set({ name }).where('_id', '=', _id).execute()
  return before?.name
}

/** The name of what was removed; undefined when the person has no such passkey. */
export async function removePasskey(tx: Tx, { personId, _id }: OwnPasskey): Promise<string | undefined> {
  const removed = await tx
    .deleteFrom('passkeys')
    .where('_id', '=', _id)
    .where('personId', '=', personId)
    .returning('name')
    .executeTakeFirst()
  return removed?.name
}
