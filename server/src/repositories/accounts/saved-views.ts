import { sql } from 'kysely'
import type { ChangeView, CreateView } from '@interline/shared/contract'
import { newId } from '../../database/ids.ts'
import type { Database, Tx } from '../../database/tables.ts'
import { changedMeanwhile, recordAct, revisedBy, type Actor } from '../audit.ts'
import { ConflictError, NotFoundError, NotOwnError, writeUnique } from '../errors.ts'

/** So many each administrator may have, and so many all share: each of them is counted. */
const mostViews = 50

/** The person who changes a view; `mayShare`: also one that is shared, whoever saved it. */
export type ViewActor = Actor & { _id: string; mayShare: boolean }

/** Those of one administrator and the shared ones, by name. */
export const listViews = (db: Database, adminId: string) =>
  db
    .selectFrom('saved_views as view')
    .innerJoin('people as owner', 'owner._id', 'view.ownerId')
    .select(['view._id', 'view.name', 'view.path', 'view.query', 'view.isShared', 'view.ownerId', 'view.revision'])
    .select('owner.full_name as ownerName')
    .where((eb) => eb.or([eb('view.isShared', '=', true), eb('view.ownerId', '=', adminId)]))
    .orderBy(sql`lower(view.name)`)
    .orderBy('view._id')
    .limit(2 * mostViews)
    .execute()

/** Saves an own one and returns its id. Throws `ConflictError` for a name that the person has, or too many views. */
export async function createView(tx: Tx, ownerId: string, view: CreateView): Promise<string> {
  // Two that are saved at once must not both find the last place free.
  await tx.selectFrom('people').select('_id').where('_id', '=', ownerId).forNoKeyUpdate().execute()
  const own = await tx.selectFrom('saved_views').select('_id').where('ownerId', '=', ownerId).limit(mostViews).execute()
  if (own.length === mostViews) throw tooMany('You have too many views')
  const createdAt = new Date()
  const _id = newId(createdAt)
  await takeName(
    tx
      .insertInto('saved_views')
      .values({ ...view, _id, ownerId, isShared: false, createdAt })
      .execute(),
  )
  return _id
}

/**
 * Returns the path of the view's screen. Throws `NotFoundError`, `NotOwnError` for a shared one that the actor may not
 * change, and `ConflictError`, also when somebody else changed the view after `revision`.
 */
export async function changeView(tx: Tx, actor: ViewActor, change: ChangeView): Promise<string> {
  const { _id, name, query, revision } = change
  const before = await lockView(tx, actor, _id)
  if (revision !== undefined && revision !== before.revision) throw await changedMeanwhile(tx, before)
  const after = { name: name ?? before.name, query: query ?? before.query }
  await takeName(
    tx
      .updateTable('saved_views')
      .set({ ...after, ...revisedBy(actor) })
      .where('_id', '=', _id)
      .execute(),
  )
  if (before.isShared) await recordView(tx, actor, 'change-view', before, after)
  return before.path
}

/** Shares a view with all administrators, or no longer. Throws as `changeView` does. */
export async function shareView(tx: Tx, actor: ViewActor, _id: string, isShared: boolean): Promise<void> {
  const before = await lockView(tx, actor, _id)
  if (before.isShared === isShared) return
  // Two that are shared at once must not both find the last place free.
  await sql`lock table saved_views in share row exclusive mode`.execute(tx)
  if (isShared) {
    const shared = await tx
      .selectFrom('saved_views')
      .select('_id')
      .where('isShared', '=', true)
      .limit(mostViews)
      .execute()
    if (shared.length === mostViews) throw tooMany('Too many views are shared')
  }
  await tx.updateTable('saved_views').set({ isShared }).where('_id', '=', _id).execute()
  await recordView(tx, actor, isShared ? 'share-view' : 'unshare-view', before)
}

/** Throws `NotFoundError`, and `NotOwnError` for a shared one that the actor may not change. */
export async function deleteView(tx: Tx, actor: ViewActor, _id: string): Promise<void> {
  const before = await lockView(tx, actor, _id)
  await tx.deleteFrom('saved_views').where('_id', '=', _id).execute()
  if (before.isShared) await recordView(tx, actor, 'delete-view', before)
}

type ViewRow = { _id: string; name: string; path: string; query: string }

const recordView = (tx: Tx, actor: ViewActor, act: string, { _id, name, path, query }: ViewRow, after?: object) =>
  recordAct(tx, { actor, act, resource: 'saved-view', targetId: _id, before: { name, path, query }, after })

async function lockView(tx: Tx, { _id: adminId, mayShare }: ViewActor, _id: string) {
  const view = await tx
    .selectFrom('saved_views')
    .selectAll()
    .where('_id', '=', _id)
    .where((eb) => eb.or([eb('isShared', '=', true), eb('ownerId', '=', adminId)]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!view) throw new NotFoundError('view')
  if (view.isShared && !mayShare) throw new NotOwnError('Your role may not change a view that is shared')
  return view
}

const tooMany = (message: string) =>
  new ConflictError(message, { detail: `${mostViews} is the most. Delete one that is not used any more.` })

const takeName = (statement: Promise<unknown>) =>
  writeUnique(statement, new ConflictError('A view has this name already', { detail: 'Choose another name.' }))
