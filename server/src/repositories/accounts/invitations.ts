import type { ChangeAdminRole, InviteAdministrator } from '@interline/shared/contract'
import { newId } from '../../database/ids.ts'
import { personKeys } from '../../database/search-keys.ts'
import type { Database, Tx } from '../../database/tables.ts'
import { changedMeanwhile, recordAct, revisedBy, type Actor } from '../audit.ts'
import { EmailTakenError, NotFoundError, writeEmail } from '../errors.ts'
import { findAccount } from './accounts.ts'
import { lockAdministrators } from './administrators.ts'

const lifeMilliseconds = 7 * 86_400_000

type Change = { actor: Actor; invitationId: string }

const columns = ['_id', 'full_name', 'email', 'admin_role', 'createdAt', 'expiresAt', 'revision'] as const

/** Invitations that were not accepted yet, expired ones among them, the newest first. */
export async function listInvitations(db: Database) {
  return selectInvitations(db).orderBy('invitations.createdAt', 'desc').orderBy('invitations._id').execute()
}

export const findInvitation = (db: Database, _id: string) =>
  selectInvitations(db).where('invitations._id', '=', _id).executeTakeFirst()

const selectInvitations = (db: Database) =>
  db
    .selectFrom('invitations')
    .leftJoin('people as inviter', 'inviter._id', 'invitations.invitedBy')
    .select(columns.map((column) => `invitations.${column}` as const))
    .select('inviter.full_name as invitedBy')

/** Invites somebody. Throws `EmailTakenError` when the address is an administrator's, or was invited already. */
export async function createInvitation(
  tx: Tx,
  { full_name, email, admin_role }: InviteAdministrator,
  { actor, tokenHash }: { actor: Actor; tokenHash: string },
): Promise<string> {
  const createdAt = new Date()
  const _id = newId(createdAt)
  // An identity provider may bring one with this address just now.
  await lockAdministrators(tx)
  if (await findAccount(tx, email, 'staff')) throw new EmailTakenError('belongs to somebody already')
  const made = await tx
    .insertInto('invitations')
    .values({ _id, full_name, email, admin_role, tokenHash, createdAt, expiresAt: fromNow(), invitedBy: actor._id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('_id')
    .executeTakeFirst()
  if (!made) throw new EmailTakenError('was invited already; renew that invitation')
  await record(tx, { actor, invitationId: _id }, 'invite', undefined, { full_name, email, admin_role })
  return _id
}

/** Gives an invitation another link and its whole time again; the link before no longer works. */
export async function renewInvitation(tx: Tx, change: Change & { tokenHash: string }): Promise<void> {
  const { expiresAt } = await lockInvitation(tx, change.invitationId)
  const renewed = { tokenHash: change.tokenHash, expiresAt: fromNow() }
  await tx.updateTable('invitations').set(renewed).where('_id', '=', change.invitationId).execute()
  await record(tx, change, 'renew-invitation', { expiresAt }, { expiresAt: renewed.expiresAt })
}

/** Takes an invitation back: its link no longer works, and its address is free. */
export async function withdrawInvitation(tx: Tx, change: Change): Promise<void> {
  const { full_name, email, admin_role } = await lockInvitation(tx, change.invitationId)
  await tx.deleteFrom('invitations').where('_id', '=', change.invitationId).execute()
  await record(tx, change, 'withdraw-invitation', { full_name, email, admin_role }, undefined)
}

/**
 * Changes the role that somebody invited will have; undefined when there is no such invitation. Throws `ConflictError`
 * when somebody else changed it after `revision`.
 */
export async function setInvitedRole(tx: Tx, change: Change & Omit<ChangeAdminRole, '_id'>): Promise<true | undefined> {
  const { actor, invitationId, admin_role, revision } = change
  const invited = await tx
    .selectFrom('invitations')
    .select(['admin_role', 'revision', 'changedBy', 'changedAt'])
    .where('_id', '=', invitationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!invited) return undefined
  if (invited.admin_role === admin_role) return true
  if (revision !== undefined && revision !== invited.revision) throw await changedMeanwhile(tx, invited)
  await tx
    .updateTable('invitations')
    .set({ admin_role, ...revisedBy(actor) })
    .where('_id', '=', invitationId)
    .execute()
  await record(tx, change, 'change-role', { admin_role: invited.admin_role }, { admin_role })
  return true
}

/** For whom the invitation with this token is; undefined when it has expired, was used or was withdrawn. */
export async function findInvitationByToken(db: Database, tokenHash: string) {
  return db
    .selectFrom('invitations')
    .select(columns)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst()
}

/**
 * Makes an administrator of whoever was invited, once; undefined as with `findInvitationByToken`. Throws
 * `EmailTakenError` when somebody else has got the address meanwhile.
 */
export async function acceptInvitation(
  tx: Tx,
  { tokenHash, passwordHash, origin }: { tokenHash: string; passwordHash: string; origin: Omit<Actor, '_id'> },
): Promise<string | undefined> {
  const invited = await tx
    .deleteFrom('invitations')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', new Date())
    .returning(columns)
    .executeTakeFirst()
  if (!invited) return undefined
  const { _id, full_name, email, admin_role } = invited
  const person = { _id, role: 'admin', full_name, email, admin_role, passwordHash, createdAt: new Date() } as const
  await writeEmail(
    tx
      .insertInto('people')
      .values({ ...person, ...personKeys(person) })
      .execute(),
    'belongs to somebody already',
  )
  const actor = { ...origin, _id }
  await record(tx, { actor, invitationId: _id }, 'accept-invitation', undefined, { full_name, email, admin_role })
  return _id
}

const fromNow = () => new Date(Date.now() + lifeMilliseconds)

async function lockInvitation(tx: Tx, _id: string) {
  const found = await tx
    .selectFrom('invitations')
    .select(columns)
    .where('_id', '=', _id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new NotFoundError('invitation')
  return found
}

const record = (tx: Tx, { actor, invitationId }: Change, act: string, before?: object, after?: object) =>
  recordAct(tx, { actor, act, resource: 'administrator', targetId: invitationId, before, after })
