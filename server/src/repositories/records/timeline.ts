import { sql } from 'kysely'
import { bookingStatuses, type TimelineEntry } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import type { BookingRecordRow } from './records.ts'

const acts = ['book', 'change-status'] as const

/**
 * The steps of a booking, newest first: what the audit has of it behind the entry with the number `before`, and at the
 * end of it what the booking itself knows. `next` is where to go on.
 */
export async function readTimeline(
  db: Database,
  booking: BookingRecordRow,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ entries: TimelineEntry[]; next?: string }> {
  let query = db
    .selectFrom('audit')
    .leftJoin('people', 'people._id', 'audit.actorId')
    .select([
      'audit._id',
      'at',
      'act',
      'before',
      'after',
      sql<string>`sequence::text`.as('number'),
      'audit.actorId',
      'people.full_name',
      'people.role',
    ])
    .where('resource', '=', 'booking')
    .where('targetId', '=', booking._id)
    .where('act', 'in', acts)
  if (before !== undefined) query = query.where('sequence', '<', before)
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const entries = shown.map(({ _id, at, act, before: was, after: is, actorId, full_name, role }): TimelineEntry => ({
    _id,
    at: at.toISOString(),
    act: act === 'book' ? 'book' : 'change-status',
    from: statusIn(was),
    to: act === 'book' ? 'Pending' : statusIn(is),
    by: actorId === null ? null : { _id: actorId, full_name, role },
  }))
  const last = shown.at(-1)
  if (rows.length > limit && last) return { entries, next: last.number }
  return { entries: [...entries, ...ownSteps(booking, entries, before === undefined)] }
}

/** All that the booking knows of itself, where the audit says nothing or has it no longer. */
function ownSteps(booking: BookingRecordRow, entries: TimelineEntry[], isFirst: boolean): TimelineEntry[] {
  const { _id, changedAt, changedBy, changedByName, createdAt, status, userId, userName } = booking
  const steps: TimelineEntry[] = []
  if (isFirst && changedAt && !entries.some(({ act }) => act === 'change-status'))
    steps.push({
      _id: `${_id}-changed`,
      at: changedAt.toISOString(),
      act: 'change-status',
      from: null,
      to: status,
      by: changedBy === null ? null : { _id: changedBy, full_name: changedByName, role: null },
    })
  if (!entries.some(({ act }) => act === 'book'))
    steps.push({
      _id: `${_id}-booked`,
      at: createdAt.toISOString(),
      act: 'book',
      from: null,
      to: 'Pending',
      by: { _id: userId, full_name: userName, role: 'user' },
    })
  return steps
}

function statusIn(values: unknown): TimelineEntry['to'] {
  if (typeof values !== 'object' || values === null || !('status' in values)) return null
  return bookingStatuses.find((known) => known === values.status) ?? null
}
