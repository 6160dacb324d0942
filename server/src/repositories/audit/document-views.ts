import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { inTransaction, recordAct, type Actor } from '../audit.ts'

const oneLookMs = 600_000

type View = { actor: Actor & { _id: string }; owner: string; key: string; filename: string | undefined }

/**
 * Somebody looked at a document of a driver or user. A viewer of PDFs asks more than once, and people come back: within
 * ten minutes that is one look.
 */
export const recordView = (db: Database, { actor, owner, key, filename }: View): Promise<void> =>
  inTransaction(db, async (tx) => {
    // Requests at the same moment, on any node, write one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${actor._id} ${key}`}, 20240504))`.execute(tx)
    const lately = await tx
      .selectFrom('audit')
      .select('_id')
      .where('actorId', '=', actor._id)
      .where('at', '>', new Date(Date.now() - oneLookMs))
      .where('act', '=', 'view-document')
      .where(sql<boolean>`after ->> 'stored_as' = ${key}`)
      .limit(1)
      .executeTakeFirst()
    if (lately) return
    const person = await tx.selectFrom('people').select('role').where('_id', '=', owner).executeTakeFirst()
    const document = await tx.selectFrom('documents').select('kind').where('key', '=', key).executeTakeFirst()
    await recordAct(tx, {
      actor,
      act: 'view-document',
      resource: person?.role ?? 'person',
      targetId: owner,
      after: {
        document: document?.kind ?? key,
        ...(filename && { filename }),
        stored_as: key,
      },
    })
  })
