import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Notes that administrators leave on records, and what the page of one person asks: their rides and bookings, newest
 * first. Each new index also answers what the one before it did.
 */
const statements = [
  `create table notes (
    _id text primary key,
    serial bigint generated always as identity unique,
    resource text not null check (resource in ('driver', 'user', 'booking')),
    "targetId" text not null,
    "authorId" text not null references people (_id),
    text text not null,
    "createdAt" timestamptz(3) not null,
    "editedAt" timestamptz(3)
  )`,
  'create index notes_of_record on notes (resource, "targetId", serial)',
  'create index driver_rides_of_driver on driver_rides ("driverId", "createdAt", serial)',
  'create index bookings_of_user on bookings ("userId", "createdAt", serial)',
  'create index bookings_of_driver on bookings ("driverId", "createdAt", serial)',
  'drop index if exists driver_rides_driver, bookings_user, bookings_driver',
]

export const notesAndRecords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`set local maintenance_work_mem = '256MB'`.execute(db)
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
