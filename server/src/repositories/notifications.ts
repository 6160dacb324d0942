import type { Notification } from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import type { Database } from '../database/tables.ts'

const newest = 200

/** Something arose that administrators want to know of. */
export async function createNotification(db: Database, title: string, body: string): Promise<Notification> {
  const notification = newNotification(title, body)
  await db
    .insertInto('notifications')
    .values({ _id: notification._id, title, body, createdAt: new Date(notification.createdAt) })
    .execute()
  return notification
}

/** One that is not stored yet. */
export function newNotification(title: string, body: string): Notification {
  const createdAt = new Date()
  return { _id: newId(createdAt), title, body, createdAt: createdAt.toISOString(), read: false }
}

/** The newest 200, newest first, with what this administrator has read. */
export async function listNotifications(db: Database, adminId: string): Promise<Notification[]> {
  const mark = await db
    .selectFrom('notification_marks')
    .select('readSeq')
    .where('adminId', '=', adminId)
    .executeTakeFirst()
  const rows = await db.selectFrom('notifications').selectAll().orderBy('seq', 'desc').limit(newest).execute()
  return rows.map(({ seq, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    read: mark !== undefined && seq <= mark.readSeq,
  }))
}

/** All that has arisen until now is read, however the clock was set when it arose. */
export async function markNotificationsRead(db: Database, adminId: string): Promise<void> {
  const newest = await db
    .selectFrom('notifications')
    .select(['seq', 'createdAt'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const mark = {
    readSeq: newest?.seq ?? 0,
    readThrough: new Date(Math.max(Date.now(), newest?.createdAt.getTime() ?? 0)),
  }
  await db
    .insertInto('notification_marks')
    .values({ adminId, ...mark })
    .onConflict((conflict) => conflict.column('adminId').doUpdateSet(mark))
    .execute()
}
