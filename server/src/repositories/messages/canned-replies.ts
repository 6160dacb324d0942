import { sql } from 'kysely'
import type { CannedReply, SaveCannedReply } from '@interline/shared/contract'
import { newId } from '../../database/ids.ts'
import type { Database, Tx } from '../../database/tables.ts'
import { changedMeanwhile, recordAct, type Actor } from '../audit.ts'
import { ConflictError, NotFoundError, writeUnique } from '../errors.ts'

/** So many each administrator may have, and so many all share: a list that is read whole must have an end. */
const mostReplies = 300

/** Those of one administrator and the shared ones, by their shortcut. */
export async function listCannedReplies(db: Database, adminId: string): Promise<CannedReply[]> {
  const rows = await db
    .selectFrom('canned_replies as reply')
    .innerJoin('people as owner', 'owner._id', 'reply.ownerId')
    .select(['reply._id', 'reply.shortcut', 'reply.text', 'reply.isShared as is_shared', 'reply.revision'])
    .select(['owner._id as ownerId', 'owner.full_name'])
    .where((eb) => eb.or([eb('reply.isShared', '=', true), eb('reply.ownerId', '=', adminId)]))
    .orderBy('reply.shortcut')
    .orderBy('reply._id')
    .limit(2 * mostReplies)
    .execute()
  return rows.map(({ ownerId, full_name, ...reply }) => ({ ...reply, owner: { _id: ownerId, full_name } }))
}

/**
 * Makes or changes one, and returns its id; what concerns a shared one is in the audit. Throws `NotFoundError` for
 * somebody else's own, and `ConflictError` when it was changed meanwhile, another has the shortcut, or there are
 * enough.
 */
export async function saveCannedReply(tx: Tx, actor: Actor & { _id: string }, reply: SaveCannedReply): Promise<string> {
  const { _id: id, shortcut, text, is_shared: isShared } = reply
  // Two that are made at once must not both find the last place or the shortcut free.
  await tx.selectFrom('people').select('_id').where('_id', '=', actor._id).forNoKeyUpdate().execute()
  const before = id === undefined ? undefined : await lockReply(tx, actor, id)
  if (before && reply.revision !== undefined && reply.revision !== before.revision)
    throw await changedMeanwhile(tx, before)
  if (isShared && !before?.isShared) await sql`lock table canned_replies in share row exclusive mode`.execute(tx)
  const ownerId = before?.ownerId ?? actor._id
  if (before?.isShared !== isShared) await refuseTooMany(tx, { isShared, ownerId })
  const changedAt = new Date()
  const values = { shortcut, text, isShared, changedBy: actor._id, changedAt }
  const _id = before?._id ?? newId(changedAt)
  await takeShortcut(
    before
      ? tx
          .updateTable('canned_replies')
          .set({ ...values, revision: before.revision + 1 })
          .where('_id', '=', _id)
          .execute()
      : tx
          .insertInto('canned_replies')
          .values({ ...values, _id, ownerId, createdAt: changedAt })
          .execute(),
  )
  if (isShared || before?.isShared)
    await recordAct(tx, {
      actor,
      act: before ? 'change-reply' : 'create-reply',
      resource: 'canned-reply',
      targetId: _id,
      ...(before && { before: auditOf(before) }),
      after: auditOf(values),
    })
  return _id
}

/** Deletes one's own or a shared one. Throws `NotFoundError`. */
export async function deleteCannedReply(tx: Tx, actor: Actor & { _id: string }, _id: string): Promise<void> {
  const before = await lockReply(tx, actor, _id)
  await tx.deleteFrom('canned_replies').where('_id', '=', _id).execute()
  if (before.isShared)
    await recordAct(tx, {
      actor,
      act: 'delete-reply',
      resource: 'canned-reply',
      targetId: _id,
      before: auditOf(before),
    })
}

async function lockReply(tx: Tx, { _id: adminId }: { _id: string }, _id: string) {
  const reply = await tx
    .selectFrom('canned_replies')
    .selectAll()
    .where('_id', '=', _id)
    .where((eb) => eb.or([eb('isShared', '=', true), eb('ownerId', '=', adminId)]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!reply) throw new NotFoundError('canned reply')
  return reply
}

const auditOf = ({ shortcut, text, isShared }: { shortcut: string; text: string; isShared: boolean }) => ({
  shortcut,
  text,
  is_shared: isShared,
})

async function refuseTooMany(tx: Tx, { isShared, ownerId }: { isShared: boolean; ownerId: string }) {
  const existing = tx.selectFrom('canned_replies').select('_id').where('isShared', '=', isShared)
  const rows = await (isShared ? existing : existing.where('ownerId', '=', ownerId)).limit(mostReplies).execute()
  if (rows.length === mostReplies)
    throw new ConflictError('There are too many canned replies', {
      detail: `${mostReplies} is the most. Delete one that is not used any more.`,
    })
}

const takeShortcut = (statement: Promise<unknown>) =>
  writeUnique(statement, new ConflictError('Another reply has this shortcut', { detail: 'Choose another shortcut.' }))
