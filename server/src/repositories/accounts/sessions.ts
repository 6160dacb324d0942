import { prepared } from '../../database/prepared.ts'
import type { Database, Role } from '../../database/tables.ts'

/** Who calls, as their token says. */
export type Caller = { _id: string; role: Role; full_name: string; tokenHash: string; expiresAt: Date }

export async function createSession(
  db: Database,
  tokenHash: string,
  personId: string,
  lifeSeconds: number,
): Promise<void> {
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + lifeSeconds * 1000)
  await db
    .insertInto('sessions')
    .values({ tokenHash, personId, createdAt, expiresAt, revokedAt: null })
    .modifyEnd(prepared)
    .execute()
}

export async function forgetExpiredSessions(db: Database): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', new Date()).execute()
}

/** The person behind a session that is neither expired nor revoked. */
export async function findSession(db: Database, tokenHash: string): Promise<Caller | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('people', 'people._id', 'sessions.personId')
    .select(['people._id', 'people.role', 'people.full_name', 'sessions.tokenHash', 'sessions.expiresAt'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', new Date())
    .modifyFront(prepared)
    .executeTakeFirst()
}

export async function revokeSession(db: Database, tokenHash: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revokedAt: new Date() })
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Ends every session of a person. */
export async function revokeSessionsOf(db: Database, personId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revokedAt: new Date() })
    .where('personId', '=', personId)
    .where('revokedAt', 'is', null)
    .execute()
}
