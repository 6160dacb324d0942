import { sql } from 'kysely'
import { attentionLimit, type Attention, type Waiting } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import type { Condition } from '../../lists/list.ts'
import { isHanging } from '../bookings.ts'

type Found = { count: number; oldest: Date | null }

/** How many rows there are, counted up to one more than the limit, and the oldest moment of them. */
const found = (rows: Condition) => sql`(select json_build_object('count', count(*)::int, 'oldest', min(at))
  from (${rows} limit ${attentionLimit + 1}::int) found)`

// The index begins with both columns; named one by one, its oldest rows come first.
const drivers = (verified: string, reverify: string) =>
  sql`(select "createdAt" as at from people where role = 'driver' and is_driver_profile_approved = ${sql.raw(verified)}
    and reverify_status = ${sql.lit(reverify)} order by "createdAt" limit ${attentionLimit + 1}::int)`

const waitingDrivers = sql`select at from (${sql.join(
  ['', 'Pending', 'Approved'].map((reverify) => drivers('false', reverify)),
  sql` union all `,
)}) waiting`

const reverifications = sql`select null::timestamptz as at from (${sql.join(
  ['false', 'true'].map((verified) => drivers(verified, 'Pending')),
  sql` union all `,
)}) asked`

const pending = () => sql`select "createdAt" as at from bookings where ${isHanging('Pending')} order by "createdAt"`

const started = () =>
  sql`select coalesce("changedAt", "createdAt") as at from bookings where ${isHanging('Started')} order by "createdAt"`

const unanswered = sql`select messages."createdAt" as at from messages
  join conversations on conversations."partyId" = messages."partyId" and conversations."lastSeq" = messages.seq
  where messages.seen_at is null and messages.sender_id = messages."partyId"`

const toWaiting = ({ count, oldest }: Found): Waiting => ({
  count: Math.min(count, attentionLimit),
  isMore: count > attentionLimit,
  oldest: oldest === null ? null : new Date(oldest).toISOString(),
})

/** What waits for somebody: each a bounded part of one index, so that a million rows cost no more than ten thousand. */
export async function readAttention(db: Database): Promise<Attention> {
  const { rows } = await sql<Record<keyof Attention, Found>>`select
    ${found(waitingDrivers)} as drivers,
    ${found(reverifications)} as reverifications,
    ${found(pending())} as pending,
    ${found(started())} as started,
    ${found(unanswered)} as chats`.execute(db)
  if (!rows[0]) throw new Error('What needs attention gave no row')
  const { drivers, reverifications: asked, pending: open, started: begun, chats } = rows[0]
  return {
    drivers: toWaiting(drivers),
    reverifications: toWaiting(asked),
    pending: toWaiting(open),
    started: toWaiting(begun),
    chats: toWaiting(chats),
  }
}
