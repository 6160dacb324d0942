import { sql } from 'kysely'
import { addDays, attentionLimit, dayKey, expiringDays, type Attention, type Waiting } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import type { Condition } from '../../lists/list.ts'
import { isHanging } from '../bookings.ts'
import { isExpiring } from '../driver-reviews/documents.ts'
import { waitsForVerification } from '../drivers.ts'
import { waitsForAnswer } from '../messages/chat-list.ts'

type Found = { count: number; oldest: Date | null }

/** How many rows there are, counted up to one more than the limit, and the oldest moment of them. */
const found = (rows: Condition) => sql`(select json_build_object('count', count(*)::int, 'oldest', min(at))
  from (${rows} limit ${attentionLimit + 1}::int) found)`

// The index begins with both columns.
const asked = (verified: boolean) =>
  sql`(select from people where role = 'driver' and is_driver_profile_approved = ${sql.lit(verified)}
    and reverify_status = 'Pending' limit ${attentionLimit + 1}::int)`

const unverified = sql`select "createdAt" as at from people where ${waitsForVerification} order by "createdAt"`

const reverifications = sql`select null::timestamptz as at
  from (${asked(false)} union all ${asked(true)}) asked`

const pending = () => sql`select "createdAt" as at from bookings where ${isHanging('Pending')} order by "createdAt"`

const started = () =>
  sql`select coalesce("changedAt", "createdAt") as at from bookings where ${isHanging('Started')} order by "createdAt"`

const unanswered = sql`select "waitingSince" as at from conversations
  where ${waitsForAnswer} order by "waitingSince"`

const expiring = (through: string) => sql`select null::timestamptz as at from documents where ${isExpiring(through)}`

const toWaiting = ({ count, oldest }: Found): Waiting => ({
  count: Math.min(count, attentionLimit),
  isMore: count > attentionLimit,
  oldest: oldest === null ? null : new Date(oldest).toISOString(),
})

/**
 * All that waits for somebody: each a bounded part of one index, so that a million rows cost no more than ten thousand.
 */
export async function readAttention(db: Database, timeZone: string, now = new Date()): Promise<Attention> {
  const today = dayKey(now, timeZone) ?? ''
  const { rows } = await sql<Record<keyof Attention, Found>>`select
    ${found(unverified)} as drivers,
    ${found(reverifications)} as reverifications,
    ${found(pending())} as pending,
    ${found(started())} as started,
    ${found(unanswered)} as chats,
    ${found(expiring(addDays(today, expiringDays)))} as documents`.execute(db)
  if (!rows[0]) throw new Error('The figures of what needs attention have no row')
  const { drivers, reverifications: asked, pending: open, started: begun, chats, documents } = rows[0]
  return {
    drivers: toWaiting(drivers),
    reverifications: toWaiting(asked),
    pending: toWaiting(open),
    started: toWaiting(begun),
    chats: toWaiting(chats),
    documents: toWaiting(documents),
  }
}
