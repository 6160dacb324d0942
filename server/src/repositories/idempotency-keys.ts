import { sql } from 'kysely'
import type { Database, Tx } from '../database/tables.ts'

type Keyed = { callerId: string; key: string }

const storedMilliseconds = 24 * 3_600_000

/** Makes this transaction the only one with the key, on any node, until it ends; false when another one is. */
export async function claimKey(tx: Tx, { callerId, key }: Keyed): Promise<boolean> {
  const {
    rows: [found],
  } = await sql<{
    claimed: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`${callerId} ${key}`}, 20240503)) as claimed`.execute(tx)
  return found?.claimed === true
}

export async function findAnswer(tx: Tx, { callerId, key }: Keyed) {
  return tx
    .selectFrom('repeatable_answers')
    .select(['requestHash', 'answer'])
    .where('callerId', '=', callerId)
    .where('key', '=', key)
    .where('createdAt', '>', new Date(Date.now() - storedMilliseconds))
    .executeTakeFirst()
}

/** Stores an answer for 24 hours. */
export async function storeAnswer(
  tx: Tx,
  { callerId, key }: Keyed,
  requestHash: string,
  answer: object,
): Promise<void> {
  const stored = { requestHash, answer: JSON.stringify(answer), createdAt: new Date() }
  await tx
    .insertInto('repeatable_answers')
    .values({ callerId, key, ...stored })
    .onConflict((conflict) => conflict.columns(['callerId', 'key']).doUpdateSet(stored))
    .execute()
}

export async function forgetOldAnswers(db: Database): Promise<void> {
  await db
    .deleteFrom('repeatable_answers')
    .where('createdAt', '<=', new Date(Date.now() - storedMilliseconds))
    .execute()
}
