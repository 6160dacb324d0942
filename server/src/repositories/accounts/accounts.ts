import { sql, type RawBuilder } from 'kysely'
import type { RegisterPerson } from '@interline/shared/contract'
import { prepared } from '../../database/prepared.ts'
import type { Database, Tx } from '../../database/tables.ts'
import { newId } from '../../database/ids.ts'
import { personKeys } from '../../database/search-keys.ts'
import { writeEmail } from '../errors.ts'
import { hasSecondFactorSql } from './second-factor/factors.ts'

/** A driver or a user who signs up. Throws `EmailTakenError`. */
export async function createPerson(
  tx: Tx,
  { password: _password, ...person }: RegisterPerson,
  passwordHash: string,
): Promise<string> {
  const createdAt = new Date()
  const _id = newId(createdAt)
  await writeEmail(
    tx
      .insertInto('people')
      .values({ ...person, ...personKeys(person), _id, passwordHash, createdAt })
      .execute(),
    'belongs to somebody already',
  )
  return _id
}

/** Where an address belongs to one person: among administrators, or among drivers and users. As the indexes have it. */
export type Realm = 'staff' | 'public'
const isInRealm: Record<Realm, RawBuilder<boolean>> = { staff: sql`role = 'admin'`, public: sql`role <> 'admin'` }

const hasAddress = (realm: Realm, email: string) =>
  sql<boolean>`${isInRealm[realm]} and lower(email) = ${email.toLowerCase()}`

/** All that signing in needs to know of a person. */
export async function findAccount(db: Database, email: string, realm: Realm) {
  return db
    .selectFrom('people')
    .select(['_id', 'role', 'admin_role', 'full_name', 'email', 'profile_picture', 'passwordHash', 'disabledAt'])
    .where(hasAddress(realm, email))
    .modifyFront(prepared)
    .executeTakeFirst()
}

export async function hasAdministrator(db: Database): Promise<boolean> {
  return (
    (await db.selectFrom('people').select('_id').where('role', '=', 'admin').limit(1).executeTakeFirst()) !== undefined
  )
}

/** The first administrator, who is an owner. */
export async function createAdministrator(
  db: Database,
  full_name: string,
  email: string,
  passwordHash: string,
): Promise<void> {
  await db
    .insertInto('people')
    .values({
      ...{ _id: newId(), role: 'admin', admin_role: 'owner', full_name, email, passwordHash, createdAt: new Date() },
      ...personKeys({ full_name, email }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Another hash of the same password; nothing when it was changed meanwhile. */
export async function renewPasswordHash(
  db: Database,
  personId: string,
  before: string,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable('people')
    .set({ passwordHash })
    .where('_id', '=', personId)
    .where('passwordHash', '=', before)
    .execute()
}

/** Notes when an administrator signed in last. */
export async function noteSignIn(db: Database, personId: string): Promise<void> {
  await db
    .updateTable('people')
    .set({ signedInAt: new Date() })
    .where('_id', '=', personId)
    .modifyEnd(prepared)
    .execute()
}

/** All that signing in answers of an administrator; undefined when they are gone or disabled. */
export async function findAdministrator(db: Database, personId: string) {
  return db
    .selectFrom('people')
    .select(['_id', 'admin_role', 'full_name', 'email', 'profile_picture'])
    .where('_id', '=', personId)
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}

export async function readEmail(db: Database, personId: string): Promise<string | null | undefined> {
  return (await db.selectFrom('people').select('email').where('_id', '=', personId).executeTakeFirst())?.email
}

export async function readPasswordHash(db: Database, personId: string): Promise<string | null | undefined> {
  const person = await db.selectFrom('people').select('passwordHash').where('_id', '=', personId).executeTakeFirst()
  return person?.passwordHash
}

/** Returns the name from before. */
export async function renamePerson(tx: Tx, personId: string, full_name: string): Promise<string | undefined> {
  const before = await tx
    .selectFrom('people')
    .select(['full_name', 'email', 'phone', 'driving_licence_number'])
    .where('_id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const after = { full_name, ...personKeys({ ...before, full_name }) }
  await tx.updateTable('people').set(after).where('_id', '=', personId).execute()
  return before?.full_name
}

/**
 * The hash of a person's password, and whether they have a second factor; neither changes until the transaction ends.
 * First in each transaction that begins a session or changes what one begins with.
 */
export async function lockCredentials(tx: Tx, personId: string) {
  return tx
    .selectFrom('people')
    .select(['passwordHash', hasSecondFactorSql.as('hasSecondFactor')])
    .where('_id', '=', personId)
    .forNoKeyUpdate()
    .modifyFront(prepared)
    .executeTakeFirst()
}

/** Also ends the sign-ins that the password before it began. */
export async function setPassword(tx: Tx, personId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('people').set({ passwordHash }).where('_id', '=', personId).execute()
  await tx.deleteFrom('factor_challenges').where('personId', '=', personId).where('purpose', '=', 'sign-in').execute()
}
