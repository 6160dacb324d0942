import type { AdminRole } from '@interline/shared/contract'
import { newId } from '../../database/ids.ts'
import type { Database, Tx } from '../../database/tables.ts'
import { personKeys } from '../../database/search-keys.ts'
import { recordAct, type Actor } from '../audit.ts'
import { writeEmail } from '../errors.ts'
import { isLastOwner, lockAdministrators } from './administrators.ts'

/** Somebody as an identity provider knows them, with the role that it gives. */
export type Identity = { issuer: string; subject: string; email: string; full_name: string; admin_role: AdminRole }

type Found = { personId: string; isDisabled: boolean; newRole?: AdminRole }

const by = 'single sign-on'

/**
 * The administrator behind an identity: the one that it belonged to before, else the one with its mail address, else a
 * new one. They get the role of the identity (`newRole` when that is another one), but the last active owner stays
 * owner. Undefined when that administrator has another identity of the same provider: the address was given to somebody
 * else there. Throws `EmailTakenError` when another administrator has got the address meanwhile.
 */
export async function resolveIdentity(
  tx: Tx,
  identity: Identity,
  origin: Omit<Actor, '_id'>,
): Promise<Found | undefined> {
  const { issuer, subject, email, admin_role } = identity
  const all = await lockAdministrators(tx)
  const known = await tx
    .selectFrom('identities')
    .select('personId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const target = all.find((one) =>
    known ? one._id === known.personId : one.email?.toLowerCase() === email.toLowerCase(),
  )
  if (!target) {
    const personId = await createAdministrator(tx, identity, origin)
    await link(tx, identity, personId, origin)
    return { personId, isDisabled: false }
  }
  const personId = target._id
  if (target.disabledAt) return { personId, isDisabled: true }
  if (!known && !(await link(tx, identity, personId, origin))) return undefined
  if (target.admin_role === admin_role || isLastOwner(all, target)) return { personId, isDisabled: false }
  await tx.updateTable('people').set({ admin_role, changedAt: new Date() }).where('_id', '=', personId).execute()
  await record(tx, 'change-role', personId, origin, { admin_role, by }, { admin_role: target.admin_role })
  return { personId, isDisabled: false, newRole: admin_role }
}

/** An administrator without a password, under the `_id` of their invitation when they have one: it has served. */
async function createAdministrator(tx: Tx, identity: Identity, origin: Omit<Actor, '_id'>): Promise<string> {
  const { email, full_name, admin_role } = identity
  const createdAt = new Date()
  const invited = await tx
    .deleteFrom('invitations')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .returning(['_id', 'full_name'])
    .executeTakeFirst()
  const person = {
    _id: invited?._id ?? newId(createdAt),
    email,
    full_name: invited?.full_name ?? full_name,
    admin_role,
  }
  await writeEmail(
    tx
      .insertInto('people')
      .values({ ...person, ...personKeys(person), role: 'admin', createdAt })
      .execute(),
    'belongs to somebody already',
  )
  const { _id, ...after } = person
  await record(tx, invited ? 'accept-invitation' : 'create', _id, origin, { ...after, by })
  return _id
}

/** False when the person has another identity of this provider already. */
async function link(tx: Tx, identity: Identity, personId: string, origin: Omit<Actor, '_id'>): Promise<boolean> {
  const { issuer, subject, email } = identity
  const linked = await tx
    .insertInto('identities')
    .values({ issuer, subject, personId, createdAt: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('personId')
    .executeTakeFirst()
  if (!linked) return false
  await record(tx, 'link-identity', personId, origin, { issuer, email })
  return true
}

const record = (tx: Tx, act: string, targetId: string, origin: Omit<Actor, '_id'>, after: object, before?: object) =>
  recordAct(tx, { actor: { ...origin, _id: null }, act, resource: 'administrator', targetId, before, after })

/** Takes away whom the provider means by an administrator: their next sign-in there links anew, by mail address. */
export async function unlinkIdentities(tx: Tx, personId: string): Promise<number> {
  const rows = await tx.deleteFrom('identities').where('personId', '=', personId).returning('issuer').execute()
  return rows.length
}

/** The administrator whom the provider means, who has signed in by it before. */
export async function findByIdentity(db: Database, issuer: string, subject: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('identities')
    .select('personId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.personId
}

/** Whether this administrator is known at the provider. */
export async function hasIdentity(db: Database, personId: string, issuer: string): Promise<boolean> {
  const rows = db.selectFrom('identities').select('subject').where('personId', '=', personId)
  return (await rows.where('issuer', '=', issuer).executeTakeFirst()) !== undefined
}
