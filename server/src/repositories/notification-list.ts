import { newestNotifications, olderNotifications, type MuteKind, type Notification } from '@interline/shared/contract'
import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { toNotification } from './notifications.ts'

const batchSize = 250
const keptMilliseconds = 90 * 86_400_000

/**
 * All that others did since this administrator's account is there, and they did not mute. One from before kinds were
 * noted has none, and cannot be muted.
 */
const shownTo = (db: Database, adminId: string) =>
  db
    .selectFrom('notifications')
    .where(sql<boolean>`"actorId" is distinct from ${adminId}`)
    .where('seq', '>=', (from) =>
      from
        .selectFrom('notifications')
        .select('seq')
        .where('createdAt', '>=', (of) => of.selectFrom('people').select('createdAt').where('_id', '=', adminId))
        .orderBy('createdAt')
        .limit(1),
    )
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('kind', 'is', null),
        eb('kind', 'not in', selectFrom('muted_notifications').select('kind').where('adminId', '=', adminId)),
      ]),
    )

/**
 * Those that are not muted, newest first, with what this administrator has read; one batch of them is in memory. What
 * they have read is kept of the newest 200: older ones count as read.
 */
export async function* allNotifications(
  db: Database,
  adminId: string,
  most = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Notification[]> {
  const isRead = await readMarks(db, adminId)
  // Once: one that grows meanwhile gets another place in the order.
  const ids = await shownTo(db, adminId).select('_id').orderBy('seq', 'desc').limit(most).execute()
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize).map(({ _id }) => _id)
    const rows = await db
      .selectFrom('notifications')
      .selectAll()
      .where('_id', '=', sql<string>`any(${batch}::text[])`)
      .orderBy('seq', 'desc')
      .execute()
    yield rows.map((row, at) => ({ ...toNotification(row), read: from + at >= newestNotifications || isRead(row.seq) }))
  }
}

async function readMarks(db: Database, adminId: string): Promise<(seq: number) => boolean> {
  const mark = await db
    .selectFrom('notification_marks')
    .select('readSeq')
    .where('adminId', '=', adminId)
    .executeTakeFirst()
  const reads = await db.selectFrom('notification_reads').select('seq').where('adminId', '=', adminId).execute()
  const single = new Set(reads.map(({ seq }) => seq))
  return (seq) => seq <= (mark?.readSeq ?? 0) || single.has(seq)
}

/** Forgets what arose more than 90 days ago: what was done stands in the audit. */
export async function forgetOldNotifications(db: Database): Promise<void> {
  const before = new Date(Date.now() - keptMilliseconds)
  await sql`delete from notifications where _id = any(array(
    select _id from notifications where "createdAt" < ${before}::timestamptz for update skip locked))`.execute(db)
}

/**
 * The newest before the one with this id, at most `olderNotifications`; none when there is no such one. Which of them
 * an administrator has read is no longer kept: they count as read.
 */
export async function listOlderNotifications(db: Database, adminId: string, before: string): Promise<Notification[]> {
  const rows = await shownTo(db, adminId)
    .selectAll()
    .where('seq', '<', (from) => from.selectFrom('notifications').select('seq').where('_id', '=', before))
    .orderBy('seq', 'desc')
    .limit(olderNotifications)
    .execute()
  return rows.map((row) => ({ ...toNotification(row), read: true }))
}

/** These are read, and no others. Marks of those that the list no longer shows go. */
export async function markSomeRead(db: Database, adminId: string, ids: string[]): Promise<void> {
  const listed = await shownTo(db, adminId)
    .select(['_id', 'seq'])
    .orderBy('seq', 'desc')
    .limit(newestNotifications)
    .execute()
  const rows = listed.filter(({ _id }) => ids.includes(_id)).map(({ seq }) => ({ adminId, seq }))
  if (rows.length === 0) return
  await db
    .insertInto('notification_reads')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await forgetReads(db, adminId, (listed.at(-1)?.seq ?? 0) - 1)
}

/** All that has arisen until now is read, however the clock was set when it arose. */
export async function markNotificationsRead(db: Database, adminId: string): Promise<void> {
  const newest = await db.selectFrom('notifications').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const readSeq = newest?.seq ?? 0
  await db
    .insertInto('notification_marks')
    .values({ adminId, readSeq })
    .onConflict((conflict) => conflict.column('adminId').doUpdateSet({ readSeq }))
    .execute()
  await forgetReads(db, adminId, readSeq)
}

const forgetReads = (db: Database, adminId: string, through: number) =>
  db.deleteFrom('notification_reads').where('adminId', '=', adminId).where('seq', '<=', through).execute()

/** The kinds that this administrator has muted. */
export async function mutedKinds(db: Database, adminId: string): Promise<string[]> {
  const rows = await db.selectFrom('muted_notifications').select('kind').where('adminId', '=', adminId).execute()
  return rows.map(({ kind }) => kind)
}

/** Mutes one kind for this administrator, or ends that. */
export async function muteKind(db: Database, adminId: string, { kind, is_muted }: MuteKind): Promise<void> {
  if (is_muted)
    await db
      .insertInto('muted_notifications')
      .values({ adminId, kind })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await db.deleteFrom('muted_notifications').where('adminId', '=', adminId).where('kind', '=', kind).execute()
}
