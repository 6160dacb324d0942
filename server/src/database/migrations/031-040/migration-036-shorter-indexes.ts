import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Indexes of the lists that hold no more than their questions need; decision 073 has their sizes. An index on one
 * column alone holds equal values once, and the few rows of one person or amount are sorted when they are found.
 */
const shorter = [
  'drop index bookings_of_driver, bookings_of_user, driver_rides_of_driver, bookings_amount, driver_rides_amount',
  'create index bookings_driver on bookings ("driverId")',
  'create index bookings_user on bookings ("userId")',
  'create index bookings_amount on bookings (amount)',
  'create index driver_rides_driver on driver_rides ("driverId")',
  'create index driver_rides_amount on driver_rides (amount)',
  // Most bookings are completed: by age they are soon found without an index of their own.
  'drop index bookings_status',
  `create index bookings_status on bookings (status, "createdAt", serial) where status <> 'Completed'`,
  // Seats are taken by these; no ride changes its places or its amount.
  'drop index bookings_ride',
  `create index bookings_ride on bookings ("rideId") where status in ('Pending', 'Accepted', 'Started')`,
  // The first characters find a number, or a few that are compared then.
  'drop index drivers_licence_number',
  `create index drivers_licence_number on people
    ((left(upper(regexp_replace(driving_licence_number, '[^0-9A-Za-z]', '', 'g')), 7))) where role = 'driver'`,
  // As it is with drivers who are verified and have not been asked again.
  'drop index drivers_newest, drivers_states, drivers_waiting',
  `create index drivers_newest on people ("createdAt", serial) where role = 'driver'`,
  `create index drivers_unapproved on people ("createdAt", serial) include (reverify_status)
    where role = 'driver' and not is_driver_profile_approved`,
  `create index drivers_reverify on people (reverify_status, "createdAt", serial) include (is_driver_profile_approved)
    where role = 'driver' and reverify_status <> ''`,
  `create index drivers_waiting on people ((coalesce("askedAt", "createdAt")), serial)
    where role = 'driver' and "rejectedAt" is null and (reverify_status = 'Pending' or (not is_driver_profile_approved
      and (driving_licence is not null or car_document is not null or car_insurance is not null)))`,
  // The index of those who miss any document finds each of them.
  'drop index drivers_without_driving_licence, drivers_without_car_document, drivers_without_car_insurance',
  // The dashboard is summed from `activity`, and `users_newest` has the platform.
  'drop index users_platform',
]

/**
 * The name that a conversation is searched by; a person's new name comes by `copy_name`, as to rides and bookings. It
 * may be null, so that a person who is not there fails by the foreign key.
 */
const namesOfConversations = [
  'alter table conversations add column "nameKey" text',
  'update conversations set "nameKey" = people."nameKey" from people where people._id = conversations."partyId"',
  `create function copy_into_conversation() returns trigger language plpgsql as $$ begin
    select "nameKey" into new."nameKey" from conversations where "partyId" = new."partyId";
    if not found then select "nameKey" into new."nameKey" from people where _id = new."partyId" for share; end if;
    return new;
  end $$`,
  `create trigger copy_into_conversation before insert on conversations
    for each row execute function copy_into_conversation()`,
  `create or replace function copy_name() returns trigger language plpgsql as $$ begin
    update driver_rides set "driverName" = new.full_name where "driverId" = new._id;
    update bookings set "driverName" = new.full_name where "driverId" = new._id;
    update bookings set "userName" = new.full_name where "userId" = new._id;
    update conversations set "nameKey" = lower(new.full_name) where "partyId" = new._id;
    return null;
  end $$`,
  `create index conversations_name on conversations using gin ("nameKey" gin_trgm_ops)
    with (gin_pending_list_limit = 512)`,
]

/** The same cities; the usual address is told without the groups of a regular expression, in a third of the time. */
const city = `create or replace function city_of(address text) returns text language sql immutable parallel safe as $$
  select left(case when address ~ '^[^,]*, [^\\s,0-9][^,0-9]*, [A-Z]{2}( |$)'
    then split_part(address, ', ', 2) || ', ' || left(split_part(address, ', ', 3), 2)
    else coalesce(substring(address from ',\\s+([^,0-9]+,\\s+[A-Z]{2})\\M'), address) end, 120) $$`

export const shorterIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`set local maintenance_work_mem = '256MB'`.execute(db)
    for (const statement of [...shorter, ...namesOfConversations, city]) await sql.raw(statement).execute(db)
  },
}
