import { sql } from 'kysely'
import { newId } from '../database/ids.ts'
import { prepared } from '../database/prepared.ts'
import { problemCodes } from '@interline/shared/contract'
import { auditKeys } from '../database/search-keys.ts'
import type { Database, Tx } from '../database/tables.ts'
import { ConflictError } from './errors.ts'

/**
 * The person who acts, with address and request; `_id` is null for somebody who is not signed in. Acts that one
 * person started together have one `bulkId`.
 */
export type Actor = {
  _id: string | null
  address?: string | undefined
  requestId?: string | undefined
  bulkId?: string | undefined
}

type Act = {
  actor: Actor
  act: string
  resource: string
  targetId?: string | undefined
  before?: object | undefined
  after?: object | undefined
}

/** The entries of transactions, which write them last. */
const waiting = new WeakMap<Database, ReturnType<typeof entryOf>[]>()

/**
 * Notes who did what to which record, and what it was before. A change notes it in its transaction, which
 * `inTransaction` began and which writes it at its end.
 */
export async function recordAct(db: Database, act: Act): Promise<void> {
  const entry = entryOf(act)
  const entries = waiting.get(db)
  if (entries) entries.push(entry)
  else if (db.isTransaction) throw new Error('An act is noted in a transaction of inTransaction alone')
  else await db.insertInto('audit').values(entry).modifyEnd(prepared).execute()
}

/**
 * Runs work in one transaction and writes the entries of its acts, in their order, when all else is written.
 *
 * All transactions lock in one order, so that no two wait for each other: people first (several by `_id`), then what
 * belongs to them or is about them, then notifications, and the head of the audit last. A row of people is locked `for
 * no key update`, which leaves room for rows that point to it.
 */
export function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const entries: ReturnType<typeof entryOf>[] = []
    waiting.set(tx, entries)
    const result = await work(tx)
    if (entries.length > 0) await tx.insertInto('audit').values(entries).execute()
    return result
  })
}

function entryOf({ actor, act, resource, targetId, before, after }: Act) {
  const at = new Date()
  const json = (value: object | undefined) => (value ? JSON.stringify(value) : null)
  const { bulkId, requestId = null, address = null } = actor
  const changed = bulkId === undefined ? after : { ...after, bulk_id: bulkId }
  return {
    _id: newId(at),
    at,
    actorId: actor._id,
    act,
    resource,
    targetId: targetId ?? null,
    before: json(before),
    after: json(changed),
    requestId,
    address,
    ...auditKeys([before, changed, targetId, address, requestId]),
  }
}

/** All that a change by this actor leaves on a record that counts its changes. */
export const revisedBy = ({ _id }: Actor) => ({
  changedBy: _id,
  changedAt: new Date(),
  revision: sql<number>`revision + 1`,
})

/** The error for a record that is no longer the one that the actor saw: it names who changed it. */
export async function changedMeanwhile(
  db: Database,
  { changedBy, changedAt }: { changedBy: string | null; changedAt: Date | null },
): Promise<ConflictError> {
  const by = await nameOf(db, changedBy)
  return new ConflictError('This record was changed in the meantime', {
    by,
    at: changedAt,
    code: problemCodes.changedMeanwhile,
  })
}

export async function nameOf(db: Database, personId: string | null): Promise<string | undefined> {
  if (!personId) return undefined
  return (await db.selectFrom('people').select('full_name').where('_id', '=', personId).executeTakeFirst())?.full_name
}
