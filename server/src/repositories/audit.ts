import { newId } from '../database/ids.ts'
import type { Database } from '../database/tables.ts'
import { ConflictError } from './errors.ts'

/**
 * Who acts, from which address and with which request; `_id` is null for somebody who is not signed in. Acts that one
 * person started together have one `bulkId`.
 */
export type Actor = {
  _id: string | null
  address?: string | undefined
  requestId?: string | undefined
  bulkId?: string | undefined
}

type Act = { actor: Actor; act: string; resource: string; targetId?: string; before?: object; after?: object }

/** Who did what to which record, and what it was before; inside the transaction of the change itself. */
export async function recordAct(db: Database, { actor, act, resource, targetId, before, after }: Act): Promise<void> {
  const at = new Date()
  const json = (value: object | undefined) => (value ? JSON.stringify(value) : null)
  await db
    .insertInto('audit')
    .values({
      _id: newId(at),
      at,
      actorId: actor._id,
      act,
      noun: resource,
      targetId: targetId ?? null,
      before: json(before),
      after: json(actor.bulkId === undefined ? after : { ...after, bulk_id: actor.bulkId }),
      requestId: actor.requestId ?? null,
      address: actor.address ?? null,
    })
    .execute()
}

/** The error for a record that is no longer the one that the actor saw: it names who changed it. */
export async function changedMeanwhile(
  db: Database,
  { changedBy, changedAt }: { changedBy: string | null; changedAt: Date | null },
): Promise<ConflictError> {
  const by = await nameOf(db, changedBy)
  return new ConflictError('This record was changed in the meantime', { by, at: changedAt })
}

async function nameOf(db: Database, personId: string | null): Promise<string | undefined> {
  if (!personId) return undefined
  return (await db.selectFrom('people').select('full_name').where('_id', '=', personId).executeTakeFirst())?.full_name
}
