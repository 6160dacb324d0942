import { sql } from 'kysely'
import type { Database, Tx } from '../../database/tables.ts'

const administrators = sql<string>`(select _id from people where role = 'admin')`

/** Whether nobody did anything in this row of `sessions` for as long as the policy allows. */
const isIdle = (now: Date) =>
  sql<boolean>`exists (select from policy where sessions."activeAt" <= ${now}::timestamptz - idle_minutes * interval '1 minute')`

/** That a session, joined with its `people`, has not ended by the policy, which is for administrators alone. */
export const isInUse = (now: Date) => sql<boolean>`(people.role <> 'admin' or not ${isIdle(now)})`

/** Notes that a person did something in a session. An earlier time than is known changes nothing. */
export async function noteActivity(db: Database, tokenHash: string, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ activeAt: at })
    .where('tokenHash', '=', tokenHash)
    .where('activeAt', '<', at)
    .execute()
}

/** Counts the policy's time from now on in every session: before there was none, nobody noted what they did. */
export async function takeAllAsActive(tx: Tx): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ activeAt: new Date() })
    .where('revokedAt', 'is', null)
    .where('personId', 'in', administrators)
    .execute()
}

/** Revokes the sessions that have ended by the policy as it is now. */
export async function endIdleSessions(tx: Tx): Promise<void> {
  const now = new Date()
  await tx
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('revokedAt', 'is', null)
    .where('personId', 'in', administrators)
    .where(isIdle(now))
    .execute()
}

/** Those of these sessions that have ended by the policy, and in no other way. */
export async function idleSessionsAmong(db: Database, tokenHashes: readonly string[]): Promise<Set<string>> {
  const now = new Date()
  const rows = await db
    .selectFrom('sessions')
    .select('tokenHash')
    .where('tokenHash', '=', sql<string>`any(${tokenHashes}::text[])`)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where(isIdle(now))
    .execute()
  return new Set(rows.map(({ tokenHash }) => tokenHash))
}
