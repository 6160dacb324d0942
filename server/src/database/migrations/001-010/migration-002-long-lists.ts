import { sql, type Kysely, type Migration } from 'kysely'

/** What the lists read of a table; a change of any of it is noted in `TABLE_changes`. */
const listed = {
  people: [
    '_id',
    'role',
    'full_name',
    'email',
    'phone',
    'platform',
    '"createdAt"',
    'is_driver_profile_approved',
    'reverify_status',
    'stripe_connect_id',
    '"searchText"',
  ],
  driver_rides: [
    '_id',
    '"driverName"',
    'source',
    'destination',
    '"createdAt"',
    'ride_time',
    'amount',
    'passenger_capacity',
    '"searchText"',
  ],
  bookings: [
    '_id',
    '"userName"',
    '"driverName"',
    'source',
    'destination',
    '"createdAt"',
    'ride_time',
    'amount',
    'status',
    '"searchText"',
  ],
}

/** Rides and bookings carry copies of the names and places that their lists show, sort and search by. */
const copies = [
  `alter table driver_rides add column "driverName" text`,
  `update driver_rides set "driverName" = people.full_name from people where people._id = driver_rides."driverId"`,
  `alter table driver_rides alter column "driverName" set not null`,
  `alter table driver_rides drop column "searchText"`,
  `alter table driver_rides add column "searchText" text not null generated always as
    (lower(source || ' ' || destination || E'\\n' || "driverName")) stored`,
  `alter table bookings add column "userName" text, add column "driverName" text, add column source text, add column destination text,
    add column ride_time text, add column amount integer`,
  `update bookings set "userName" = rider.full_name, "driverName" = driver.full_name, source = ride.source, destination = ride.destination,
    ride_time = ride.ride_time, amount = ride.amount
    from people rider, people driver, driver_rides ride
    where rider._id = bookings."userId" and driver._id = bookings."driverId" and ride._id = bookings."rideId"`,
  `alter table bookings alter column "userName" set not null, alter column "driverName" set not null, alter column source set not null, alter column destination set not null`,
  `alter table bookings add column "searchText" text not null generated always as
    (lower(source || ' ' || destination || E'\\n' || "userName" || E'\\n' || "driverName")) stored`,
  `create function copy_into_ride() returns trigger language plpgsql as $$ begin
    select full_name into new."driverName" from people where _id = new."driverId" for share;
    return new;
  end $$`,
  // A booking has its driver's name from the ride: whoever books holds the ride, and a new name waits for it.
  `create function copy_into_booking() returns trigger language plpgsql as $$ declare "rideDriver" text; begin
    select full_name into new."userName" from people where _id = new."userId" for share;
    select "driverId", "driverName", source, destination, ride_time, amount
      into "rideDriver", new."driverName", new.source, new.destination, new.ride_time, new.amount
      from driver_rides where _id = new."rideId" for share;
    if "rideDriver" is distinct from new."driverId" then select full_name into new."driverName" from people where _id = new."driverId" for share; end if;
    return new;
  end $$`,
  `create function copy_name() returns trigger language plpgsql as $$ begin
    update driver_rides set "driverName" = new.full_name where "driverId" = new._id;
    update bookings set "driverName" = new.full_name where "driverId" = new._id;
    update bookings set "userName" = new.full_name where "userId" = new._id;
    return null;
  end $$`,
  `create function copy_ride() returns trigger language plpgsql as $$ begin
    update bookings set source = new.source, destination = new.destination, ride_time = new.ride_time, amount = new.amount where "rideId" = new._id;
    return null;
  end $$`,
  `create trigger copy_into_ride before insert on driver_rides for each row execute function copy_into_ride()`,
  `create trigger copy_into_booking before insert on bookings for each row execute function copy_into_booking()`,
  `create trigger copy_name after update of full_name on people for each row when (old.full_name is distinct from new.full_name) execute function copy_name()`,
  `create trigger copy_ride after update of source, destination, ride_time, amount on driver_rides for each row
    when ((old.source, old.destination, old.ride_time, old.amount) is distinct from (new.source, new.destination, new.ride_time, new.amount))
    execute function copy_ride()`,
]

/**
 * The ride's time as a text that sorts by the clock: `09:30 AM` before `01:00 PM`, other forms after those. The usual
 * form is told without a regular expression: a day's rides are sorted by it on request.
 */
const clock = `create function clock_key(given text) returns text language sql immutable parallel safe as $$
  select case
    when given like '__:__ _M' and left(given, 2) in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12')
      and substr(given, 4, 1) in ('0', '1', '2', '3', '4', '5') and substr(given, 5, 1) in ('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
      and substr(given, 7, 1) in ('A', 'P')
      then lower(substr(given, 7, 2)) || case left(given, 2) when '12' then '00' else left(given, 2) end || substr(given, 4, 2)
    when given ~* '^(0?[1-9]|1[0-2]):[0-5][0-9] ?[ap]m$'
      then (case when given ~* 'pm$' then 'pm' else 'am' end) || lpad((split_part(given, ':', 1)::int % 12)::text, 2, '0') || substr(split_part(given, ':', 2), 1, 2)
    else 'z' || given end $$`

/**
 * One row for each state that a listed row left (-1) or came to (+1), with the transaction that did it: what was
 * counted at one snapshot is put right for another by the sum of the rows between, without a counter that writers would
 * queue for.
 */
const changesOf = (table: string, columns: string[]) => {
  const [own, were, are] = ['', 'o.', 'n.'].map((prefix) => columns.map((column) => prefix + column).join(', '))
  return [
    `create table ${table}_changes as select ${own} from ${table} with no data`,
    `alter table ${table}_changes add column sign smallint not null, add column xid xid8 not null default pg_current_xact_id(), add column at timestamptz(3) not null default clock_timestamp()`,
    `create index ${table}_changes_xid on ${table}_changes (xid)`,
    `create function note_${table}() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then
        insert into ${table}_changes (sign, ${own}) select 1, ${are} from new_rows n;
      elsif tg_op = 'DELETE' then
        insert into ${table}_changes (sign, ${own}) select -1, ${were} from old_rows o;
      else
        insert into ${table}_changes (sign, ${own})
          select -1, ${were} from old_rows o join new_rows n on n._id = o._id where (${were}) is distinct from (${are})
          union all
          select 1, ${are} from old_rows o join new_rows n on n._id = o._id where (${were}) is distinct from (${are});
      end if;
      return null;
    end $$`,
    `create trigger note_insert after insert on ${table} referencing new table as new_rows for each statement execute function note_${table}()`,
    `create trigger note_update after update on ${table} referencing old table as old_rows new table as new_rows for each statement execute function note_${table}()`,
    `create trigger note_delete after delete on ${table} referencing old table as old_rows for each statement execute function note_${table}()`,
  ]
}

/**
 * A key that can be empty has an index for each direction, for empty comes last in both. `include` lets a walk stay in
 * the index.
 */
const sortable = (
  name: string,
  table: string,
  value: string,
  {
    column = value,
    stand = '',
    include = '',
    only = '',
  }: { column?: string; stand?: string; include?: string; only?: string },
) => {
  const included = [...new Set([column, ...include.split(', ')])]
    .filter((one) => one !== '' && !(one === value && stand === ''))
    .join(', ')
  const rest = `${included ? ` include (${included})` : ''}${only ? ` where ${only}` : ''}`
  if (!stand) return [`create index ${name} on ${table} (${value === column ? value : `(${value})`}, _id)${rest}`]
  return ['is null', 'is not null'].map(
    (state, at) =>
      `create index ${name}_${at === 0 ? 'up' : 'down'} on ${table} ((${value} ${state}), coalesce(${value}, ${stand}), _id)${rest}`,
  )
}

const drivers = { only: `role = 'driver'`, include: 'is_driver_profile_approved, reverify_status' }
const users = { only: `role = 'user'` }
const bookings = { include: 'status' }
const text = { stand: `''` }
const number = { stand: '0' }
const searchable = (name: string, table: string, only = '') =>
  `create index ${name} on ${table} using gin ("searchText" gin_trgm_ops) with (gin_pending_list_limit = 512)${only ? ` where ${only}` : ''}`

const indexes = [
  'drop index people_newest',
  'drop index people_name',
  'drop index people_search',
  ...sortable('drivers_newest', 'people', '"createdAt"', drivers),
  ...sortable('drivers_name', 'people', 'lower(full_name)', { ...drivers, column: 'full_name' }),
  ...sortable('drivers_verified', 'people', 'is_driver_profile_approved', drivers),
  ...sortable('drivers_reverify', 'people', `nullif(reverify_status, '')`, {
    ...drivers,
    ...text,
    column: 'reverify_status',
  }),
  ...sortable('drivers_connect', 'people', 'stripe_connect_id', { ...drivers, ...text }),
  `create index drivers_states on people (is_driver_profile_approved, reverify_status, "createdAt", _id) where role = 'driver'`,
  searchable('drivers_search', 'people', drivers.only),
  ...sortable('users_newest', 'people', '"createdAt"', users),
  ...sortable('users_name', 'people', 'lower(full_name)', { ...users, column: 'full_name' }),
  ...sortable('users_phone', 'people', 'phone', { ...users, ...text }),
  ...sortable('users_email', 'people', 'lower(email)', { ...users, ...text, column: 'email' }),
  searchable('users_search', 'people', users.only),
  `create index users_platform on people (platform) where role = 'user'`,
  `create index people_administrators on people ("createdAt", _id) where role = 'admin'`,
  ...sortable('rides_driver', 'driver_rides', 'lower("driverName")', { column: '"driverName"' }),
  ...sortable('rides_source', 'driver_rides', 'lower(source)', { column: 'source' }),
  ...sortable('rides_destination', 'driver_rides', 'lower(destination)', { column: 'destination' }),
  ...sortable('rides_time', 'driver_rides', 'clock_key(ride_time)', { ...text, column: 'ride_time' }),
  ...sortable('rides_amount', 'driver_rides', 'amount', number),
  ...sortable('rides_capacity', 'driver_rides', 'passenger_capacity', number),
  searchable('driver_rides_search', 'driver_rides'),
  'drop index bookings_newest',
  ...sortable('bookings_newest', 'bookings', '"createdAt"', bookings),
  ...sortable('bookings_by_status', 'bookings', 'status', {}),
  ...sortable('bookings_rider', 'bookings', 'lower("userName")', { ...bookings, column: '"userName"' }),
  ...sortable('bookings_driver_name', 'bookings', 'lower("driverName")', { ...bookings, column: '"driverName"' }),
  ...sortable('bookings_source', 'bookings', 'lower(source)', { ...bookings, column: 'source' }),
  ...sortable('bookings_destination', 'bookings', 'lower(destination)', { ...bookings, column: 'destination' }),
  ...sortable('bookings_time', 'bookings', 'clock_key(ride_time)', { ...bookings, ...text, column: 'ride_time' }),
  ...sortable('bookings_amount', 'bookings', 'amount', { ...bookings, ...number }),
  searchable('bookings_search', 'bookings'),
]

export const longLists: Migration = {
  async up(db: Kysely<unknown>) {
    const changes = Object.entries(listed).flatMap(([table, columns]) => changesOf(table, columns))
    for (const statement of [clock, ...copies, ...changes, ...indexes]) await sql.raw(statement).execute(db)
  },
}
