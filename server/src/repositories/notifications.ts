import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Notification, NotificationKind, NotificationSubject } from '@interline/shared/contract'
import { notificationSubject } from '@interline/shared/contract/schemas'
import { newId } from '../database/ids.ts'
import type { Database, Tx } from '../database/tables.ts'
import type { NotificationsTable } from '../database/tables/messages.ts'
import type { Actor } from './audit.ts'

/** An event: its kind, its words, and the record that it is about. */
type NewNotification = { kind: NotificationKind; subject: NotificationSubject; title: string; body: string }

/** Something arose that administrators want to know of. */
export async function createNotification(db: Database, given: NewNotification): Promise<Notification> {
  const { kind, subject, title, body } = given
  const createdAt = new Date()
  const _id = newId(createdAt)
  const about = { kind, resource: subject.kind, targetId: subject._id }
  await db
    .insertInto('notifications')
    .values({ _id, title, body, createdAt, ...about })
    .execute()
  return { ...given, _id, createdAt: createdAt.toISOString(), read: false }
}

type Change = NewNotification & {
  kind: 'booking-changed' | 'driver-changed'
  actor: Actor & { _id: string }
  /** The act on several, and by whom: "canceled by Ana Lima". */
  several: string
  /** The values that the change set, and those from before. One that sets it back is its Undo. */
  before: object
  after: object
}

const undoMilliseconds = 3_600_000

/**
 * Somebody changed a record. The changes of one `Bulk-Id` are one notification, which grows; a change that takes an
 * earlier one of the same person back, takes it out of its notification too, and the last one takes that away.
 */
export async function notifyOfChange(tx: Tx, change: Change): Promise<Notification> {
  const row = (await takeBack(tx, change)) ?? (await grow(tx, change))
  return { ...toNotification(row), read: false }
}

/** The notification without the record; one that is left with none is not there any more, and has `count` 0. */
async function takeBack(tx: Tx, { kind, subject, actor, before, after }: Change) {
  const { rows: taken } = await sql<{ _id: string }>`
    delete from notification_rows as told using notifications
    where told."targetId" = ${subject._id} and notifications._id = told."notificationId"
      and kind = ${kind} and "actorId" = ${actor._id}
      and (_id = ${idOfBulk(kind, actor) ?? ''} or "createdAt" > ${new Date(Date.now() - undoMilliseconds)}::timestamptz)
      and told.after <> '{}' and ${JSON.stringify(before)}::jsonb @> told.after and ${JSON.stringify(after)}::jsonb @> told.before
    returning _id`.execute(tx)
  const ids = taken.map(({ _id }) => _id)
  if (ids.length === 0) return undefined
  await tx.selectFrom('notifications').select('_id').where('_id', 'in', ids).orderBy('_id').forNoKeyUpdate().execute()
  const rows = await tx
    .updateTable('notifications')
    .set({ count: sql`count - 1` })
    .where('_id', 'in', ids)
    .returningAll()
    .execute()
  await tx.deleteFrom('notifications').where('_id', 'in', ids).where('count', '=', 0).execute()
  return rows[0]
}

/** Its own notification, or that of its bulk change with one more; it is unread and the newest then. */
async function grow(tx: Tx, { kind, subject, title, body, actor, several, before, after }: Change) {
  const now = new Date()
  const bulkId = idOfBulk(kind, actor)
  const _id = bulkId ?? newId(now)
  const { rows } = await sql<Selectable<NotificationsTable>>`
    with told as (
      insert into notification_rows ("notificationId", "targetId", before, after)
      values (${_id}, ${subject._id}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)
      on conflict do nothing returning 1
    )
    insert into notifications (_id, title, body, "createdAt", "actorId", kind, resource, "targetId", several)
    values (${_id}, ${title}, ${body}, ${now}, ${actor._id}, ${kind}, ${subject.kind}, ${subject._id}, ${bulkId && several})
    on conflict (_id) do update set seq = excluded.seq, "createdAt" = excluded."createdAt",
      count = notifications.count + (select count(*)::int from told)
    returning *`.execute(tx)
  if (!rows[0]) throw new Error('A notification was not stored')
  return rows[0]
}

/** A client chooses the `Bulk-Id`: the same one of somebody else is another bulk change. */
const idOfBulk = (kind: string, { _id, bulkId }: Change['actor']) =>
  bulkId === undefined
    ? null
    : createHash('sha256')
        .update(JSON.stringify([_id, bulkId, kind]))
        .digest('hex')
        .slice(0, 32)

export function toNotification(row: Selectable<NotificationsTable>): Notification {
  const { _id, createdAt, kind, resource, targetId, several, count } = row
  return {
    _id,
    ...textsOf(row),
    createdAt: createdAt.toISOString(),
    ...(kind !== null && { kind }),
    ...subjectOf(resource, targetId),
    ...((several !== null || count !== 1) && { count }),
  }
}

function textsOf({ title, body, resource, several, count }: Selectable<NotificationsTable>) {
  if (several === null) return { title: count > 1 ? title.replace(/^Message/, `${count} messages`) : title, body }
  const rows = count === 1 ? `${resource}` : `${resource}s`
  return { title: `${rows.charAt(0).toUpperCase()}${rows.slice(1)} changed`, body: `${count} ${rows} ${several}.` }
}

/** A kind that this version does not know has none. */
function subjectOf(kind: string | null, _id: string | null): { subject?: NotificationSubject } {
  const { data: subject } = notificationSubject.safeParse({ kind, _id })
  return subject ? { subject } : {}
}
