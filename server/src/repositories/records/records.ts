import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { bookingColumns } from '../bookings.ts'
import { driverColumns, documents } from '../drivers.ts'
import { userColumns } from '../users.ts'

const changerOf = (table: 'people' | 'bookings') =>
  sql<string | null>`(select full_name from people changer where changer._id = ${sql.table(table)}."changedBy")`.as(
    'changedByName',
  )

/** All that a record has beside its row in the list. */
const extras = ['platform', 'changedAt', 'erasedAt'] as const

export async function findDriverRecord(db: Database, _id: string) {
  return db
    .selectFrom('people')
    .select([...driverColumns, documents, ...extras, changerOf('people')])
    .where('role', '=', 'driver')
    .where('_id', '=', _id)
    .executeTakeFirst()
}

export async function findUserRecord(db: Database, _id: string) {
  return db
    .selectFrom('people')
    .select([...userColumns, ...extras, changerOf('people')])
    .where('role', '=', 'user')
    .where('_id', '=', _id)
    .executeTakeFirst()
}

export type BookingRecordRow = NonNullable<Awaited<ReturnType<typeof findBookingRecord>>>

export async function findBookingRecord(db: Database, _id: string) {
  return db
    .selectFrom('bookings')
    .select([...bookingColumns, 'changedBy', 'changedAt', changerOf('bookings')])
    .select((eb) =>
      eb
        .selectFrom('driver_rides')
        .whereRef('driver_rides._id', '=', 'bookings.rideId')
        .select('passenger_capacity')
        .as('passenger_capacity'),
    )
    .where('_id', '=', _id)
    .executeTakeFirst()
}

/** The conversation with a person in one line; undefined when nobody has written yet. */
export async function findChat(db: Database, partyId: string) {
  return db
    .selectFrom('conversations')
    .innerJoin('messages as last', (join) =>
      join.onRef('last.partyId', '=', 'conversations.partyId').onRef('last.seq', '=', 'conversations.lastSeq'),
    )
    .select([
      'conversations.lastSeq as messages',
      'last.message as last_message',
      'last.createdAt as last_message_date',
      sql<number>`(select count(*)::int from messages where messages."partyId" = conversations."partyId"
        and messages.seen_at is null and messages.sender_id = conversations."partyId")`.as('unseen'),
    ])
    .where('conversations.partyId', '=', partyId)
    .executeTakeFirst()
}
