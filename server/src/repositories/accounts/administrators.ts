import type { AdminRole, ChangeAdminRole } from '@interline/shared/contract'
import type { Database, Tx } from '../../database/tables.ts'
import { changedMeanwhile, recordAct, revisedBy, type Actor } from '../audit.ts'
import { ConflictError, NotFoundError } from '../errors.ts'
import { hasSecondFactorSql, removeSecondFactors } from './second-factor/factors.ts'
import { revokeSessionsOf } from './sessions.ts'

const columns = [
  '_id',
  'full_name',
  'email',
  'profile_picture',
  'admin_role',
  'createdAt',
  'disabledAt',
  'signedInAt',
  'revision',
  'changedBy',
  'changedAt',
] as const

/** Administrators with an account, the newest first. */
export async function listAdministrators(db: Database) {
  return db
    .selectFrom('people')
    .select(columns)
    .select(hasSecondFactorSql.as('hasSecondFactor'))
    .where('role', '=', 'admin')
    .$narrowType<{ admin_role: AdminRole }>()
    .orderBy('createdAt', 'desc')
    .orderBy('_id')
    .execute()
}

type Change = { actor: Actor; personId: string }

/**
 * Gives an administrator another role; false when it is theirs already. Throws as `lockTarget` does, and
 * `ConflictError` when somebody else changed the account after `revision`.
 */
export async function setAdminRole(tx: Tx, change: Change & Omit<ChangeAdminRole, '_id'>): Promise<boolean> {
  const { actor, personId, admin_role, revision } = change
  const target = await lockTarget(tx, change, {
    own: { title: 'Nobody changes their own role', detail: 'Another owner can do it.' },
    isOwnerAfter: admin_role === 'owner',
  })
  if (target.admin_role === admin_role) return false
  if (revision !== undefined && revision !== target.revision) throw await changedMeanwhile(tx, target)
  await tx
    .updateTable('people')
    .set({ admin_role, ...revisedBy(actor) })
    .where('_id', '=', personId)
    .execute()
  const { admin_role: before } = target
  await record(tx, change, 'change-role', { admin_role: before }, { admin_role })
  return true
}

/** Ends all sessions of an administrator and lets them begin none; false when that is so already. */
export async function disableAdministrator(tx: Tx, change: Change): Promise<boolean> {
  const target = await lockTarget(tx, change, {
    own: { title: 'Nobody disables themself', detail: 'Another owner can do it.' },
    isOwnerAfter: false,
  })
  if (target.disabledAt) return false
  const { actor, personId } = change
  await tx
    .updateTable('people')
    .set({ disabledAt: new Date(), ...revisedBy(actor) })
    .where('_id', '=', personId)
    .execute()
  await revokeSessionsOf(tx, personId)
  await tx.deleteFrom('password_resets').where('personId', '=', personId).execute()
  await record(tx, change, 'disable', { state: 'active' }, { state: 'disabled' })
  return true
}

/** Lets an administrator sign in again; false when they may already. */
export async function enableAdministrator(tx: Tx, change: Change): Promise<boolean> {
  const target = await lockTarget(tx, change)
  if (!target.disabledAt) return false
  const { actor, personId } = change
  // A session that began in the moment of the disabling does not come back to life.
  await revokeSessionsOf(tx, personId)
  await tx
    .updateTable('people')
    .set({ disabledAt: null, ...revisedBy(actor) })
    .where('_id', '=', personId)
    .execute()
  await record(tx, change, 'enable', { state: 'disabled' }, { state: 'active' })
  return true
}

/**
 * Removes the second factors of an administrator who lost theirs, and ends their sessions: the password alone signs in
 * again. Throws `NotFoundError`, and `ConflictError` for oneself and for somebody without any.
 */
export async function removeSecondFactorsOf(tx: Tx, { actor, personId }: Change): Promise<void> {
  if (personId === actor._id)
    throw new ConflictError('These are your own', { detail: 'Remove them one by one in your account.' })
  const person = await tx
    .selectFrom('people')
    .select('_id')
    .where('_id', '=', personId)
    .where('role', '=', 'admin')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw new NotFoundError('administrator')
  if (!(await removeSecondFactors(tx, personId))) throw new ConflictError('This account has no second factor')
  await revokeSessionsOf(tx, personId)
  await recordAct(tx, { actor, act: 'remove-second-factors', resource: 'administrator', targetId: personId })
}

const record = (tx: Tx, { actor, personId }: Change, act: string, before: object, after: object) =>
  recordAct(tx, { actor, act, resource: 'administrator', targetId: personId, before, after })

type Guards = {
  /** The error for an actor who means themself. */
  own: { title: string; detail: string }
  /** Whether the target is an active owner after the change. */
  isOwnerAfter: boolean
}

/**
 * The administrator that is to change. All of them are locked, in one order, until the transaction ends: of two changes
 * at once the second sees what the first made. Throws `NotFoundError`, and `ConflictError` for oneself and for the last
 * active owner.
 */
async function lockTarget(tx: Tx, { actor, personId }: Change, guards?: Guards) {
  const all = await lockAdministrators(tx)
  const target = all.find(({ _id }) => _id === personId)
  if (!target) throw new NotFoundError('administrator')
  if (!guards) return target
  if (personId === actor._id) throw new ConflictError(guards.own.title, { detail: guards.own.detail })
  if (isLastOwner(all, target) && !guards.isOwnerAfter)
    throw new ConflictError('This is the last active owner', { detail: 'Make somebody else an owner first.' })
  return target
}

type Locked = Awaited<ReturnType<typeof lockAdministrators>>[number]

/** All administrators, locked in one order until the transaction ends. */
export async function lockAdministrators(tx: Tx) {
  return tx
    .selectFrom('people')
    .select(columns)
    .where('role', '=', 'admin')
    .$narrowType<{ admin_role: AdminRole }>()
    .orderBy('_id')
    .forNoKeyUpdate()
    .execute()
}

/** Whether no other active owner is left without this one. */
export function isLastOwner(all: Locked[], target: Locked): boolean {
  const isActiveOwner = (one: Locked) => one.admin_role === 'owner' && !one.disabledAt
  return isActiveOwner(target) && !all.some((one) => one !== target && isActiveOwner(one))
}
