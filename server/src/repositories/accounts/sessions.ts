import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import type { AdminRole } from '@interline/shared/contract'
import type { Database, Role } from '../../database/tables.ts'

/** Who calls, as their token says. `admin_role` is an administrator's, and null for others. */
export type Caller = {
  _id: string
  role: Role
  admin_role: AdminRole | null
  full_name: string
  tokenHash: string
  expiresAt: Date
}

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

/** The person behind a session that is neither expired nor revoked, unless they were disabled. */
export async function findSession(db: Database, tokenHash: string): Promise<Caller | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('people', 'people._id', 'sessions.personId')
    .select(['people._id', 'people.role', 'people.admin_role', 'people.full_name'])
    .select(['sessions.tokenHash', 'sessions.expiresAt'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', new Date())
    .where('people.disabledAt', 'is', null)
    .modifyFront(prepared)
    .executeTakeFirst()
}

/** The role of whoever is behind each of these sessions, as `findSession` finds them; none for one that has ended. */
export async function readAdminRoles(db: Database, tokenHashes: readonly string[]): Promise<Map<string, AdminRole>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people._id', 'sessions.personId')
    .select(['sessions.tokenHash', 'people.admin_role'])
    .where('sessions.tokenHash', '=', sql<string>`any(${tokenHashes}::text[])`)
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', new Date())
    .where('people.disabledAt', 'is', null)
    .execute()
  return new Map(rows.flatMap(({ tokenHash, admin_role }) => (admin_role ? [[tokenHash, admin_role]] : [])))
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
