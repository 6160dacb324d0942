import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Drivers wait for a review in the order in which they asked, are claimed by one administrator at a time, and are
 * approved or rejected. Who waits is what repositories/drivers.ts says: the index has its words.
 */
const statements = [
  `alter table people add column "askedAt" timestamptz(3), add column "rejectedAt" timestamptz(3)`,
  `create index drivers_waiting on people ((coalesce("askedAt", "createdAt")), _id)
    where role = 'driver' and "rejectedAt" is null and (reverify_status = 'Pending' or (not is_driver_profile_approved
      and (driving_licence is not null or car_document is not null or car_insurance is not null)))`,
  `create table driver_reviews (
    _id text primary key,
    seq integer not null generated always as identity,
    "driverId" text not null references people (_id) on delete cascade,
    "adminId" text not null references people (_id) on delete cascade,
    at timestamptz(3) not null,
    decision text not null check (decision in ('approve', 'reject')),
    reason text,
    note text,
    before jsonb not null,
    revision integer not null,
    "undoneAt" timestamptz(3)
  )`,
  `create index driver_reviews_driver on driver_reviews ("driverId", seq)`,
  `create index driver_reviews_admin on driver_reviews ("adminId", seq)`,
  `create table review_claims (
    "driverId" text primary key references people (_id) on delete cascade,
    "adminId" text not null references people (_id) on delete cascade,
    "expiresAt" timestamptz(3) not null
  )`,
]

export const driverReviews: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
