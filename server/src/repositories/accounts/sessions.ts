import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import type { AdminRole } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import type { Role } from '../../database/tables/people.ts'
import { isInUse } from './idle-sessions.ts'
import { hasSecondFactorSql } from './second-factor/factors.ts'

/** The caller, as their token says. `admin_role` is an administrator's, and null for others. */
export type Caller = {
  _id: string
  role: Role
  admin_role: AdminRole | null
  full_name: string
  tokenHash: string
  expiresAt: Date
  usedAt: Date | null
  /** When a factor was given last in this session. */
  confirmedAt: Date | null
  /** An administrator without a second factor, where the policy asks for one. */
  mustSetUpFactor: boolean
}

/** From where a session is begun: the address, what the browser calls itself, and of one at a provider its id token. */
export type Device = { address: string; userAgent: string | undefined; idToken?: string | null }

export async function createSession(
  db: Database,
  tokenHash: string,
  personId: string,
  lifeSeconds: number,
  device?: Device,
): Promise<void> {
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + lifeSeconds * 1000)
  await db
    .insertInto('sessions')
    .values({
      tokenHash,
      personId,
      createdAt,
      expiresAt,
      revokedAt: null,
      usedAt: createdAt,
      confirmedAt: createdAt,
      activeAt: createdAt,
      address: device?.address ?? null,
      userAgent: device?.userAgent?.slice(0, 500) ?? null,
      idToken: device?.idToken ?? null,
    })
    .modifyEnd(prepared)
    .execute()
}

// The second factor of who signed in at an identity provider is that provider's business.
const mustSetUpFactor = sql<boolean>`(people.role = 'admin' and sessions."idToken" is null
  and coalesce((select second_factor_required from policy), false) and not ${hasSecondFactorSql})`

/** The person behind a session that is neither expired, revoked nor idle for too long, unless they were disabled. */
export async function findSession(db: Database, tokenHash: string): Promise<Caller | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('people', 'people._id', 'sessions.personId')
    .select(['people._id', 'people.role', 'people.admin_role', 'people.full_name'])
    .select(['sessions.tokenHash', 'sessions.expiresAt', 'sessions.usedAt', 'sessions.confirmedAt'])
    .select(mustSetUpFactor.as('mustSetUpFactor'))
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', new Date())
    .where('people.disabledAt', 'is', null)
    .where(isInUse(new Date()))
    .modifyFront(prepared)
    .executeTakeFirst()
}

type OfSession = { admin_role: AdminRole; mustSetUpFactor: boolean }

/** The role of whoever is behind each of these sessions, as `findSession` finds them; none for one that has ended. */
export async function readAdminRoles(db: Database, tokenHashes: readonly string[]): Promise<Map<string, OfSession>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people._id', 'sessions.personId')
    .select(['sessions.tokenHash', 'people.admin_role', mustSetUpFactor.as('mustSetUpFactor')])
    .where('sessions.tokenHash', '=', sql<string>`any(${tokenHashes}::text[])`)
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', new Date())
    .where('people.disabledAt', 'is', null)
    .where(isInUse(new Date()))
    .execute()
  return new Map(
    rows.flatMap(({ tokenHash, admin_role, mustSetUpFactor }) =>
      admin_role ? [[tokenHash, { admin_role, mustSetUpFactor }]] : [],
    ),
  )
}

/** Notes that a factor was given in this session just now. */
export async function noteConfirmation(db: Database, tokenHash: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmedAt: new Date() }).where('tokenHash', '=', tokenHash).execute()
}

/** Ends a session. Returns its id token when it began at an identity provider. */
export async function revokeSession(db: Database, tokenHash: string): Promise<string | undefined> {
  const revoked = await db
    .updateTable('sessions')
    .set({ revokedAt: new Date() })
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .returning('idToken')
    .executeTakeFirst()
  return revoked?.idToken ?? undefined
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

/** Notes that a session is being used, once a minute: more often would be a write for each call. */
export async function noteSessionUse(db: Database, { tokenHash, usedAt }: Caller): Promise<void> {
  const now = new Date()
  if (usedAt && now.getTime() - usedAt.getTime() < 60_000) return
  await db.updateTable('sessions').set({ usedAt: now }).where('tokenHash', '=', tokenHash).execute()
}

/** The sessions of a person that have not ended, the one used last first. */
export async function listSessions(db: Database, personId: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('people', 'people._id', 'sessions.personId')
    .where(isInUse(new Date()))
    .select(['sessions._id', 'tokenHash', 'sessions.createdAt', 'usedAt', 'expiresAt', 'sessions.address', 'userAgent'])
    .where('personId', '=', personId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .orderBy(sql`"usedAt" desc nulls last`)
    .orderBy('sessions.createdAt', 'desc')
    .execute()
}

/** Ends one session of a person, or all but one; returns the hashes of the tokens that no longer are good. */
export async function revokeOwnSessions(
  db: Database,
  personId: string,
  which: { _id: string } | { allBut: string },
): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ revokedAt: new Date() })
    .where('personId', '=', personId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .where((eb) => ('_id' in which ? eb('_id', '=', which._id) : eb('tokenHash', '<>', which.allBut)))
    .returning('tokenHash')
    .execute()
  return rows.map(({ tokenHash }) => tokenHash)
}

const expiring = ['sessions', 'password_resets', 'factor_challenges', 'begun_sign_ins', 'sign_in_codes'] as const

/** Removes what is good no longer. A row that somebody has locked goes the next time. */
export async function forgetExpired(db: Database): Promise<void> {
  for (const table of expiring.map((name) => sql.table(name)))
    await sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where "expiresAt" <= ${new Date()}::timestamptz for update skip locked))`.execute(db)
}
