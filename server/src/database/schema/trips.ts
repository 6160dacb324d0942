/**
 * Rides and bookings carry copies of the names and places that their lists show, sort and search by. The folded places
 * of a ride are written by `placeKeys` (database/search-keys.ts), all other copies by triggers. `clock_key` sorts times
 * by the clock: `09:30 AM` before `01:00 PM`, other forms after those; it tells the usual form without a regular
 * expression. A booking has its driver's name from the ride: whoever books holds the ride, and a new name waits for it.
 */
export const trips = `
create function clock_key(given text) returns text language sql immutable parallel safe as $$
  select case
    when given like '__:__ _M' and left(given, 2) in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12')
      and substr(given, 4, 1) in ('0', '1', '2', '3', '4', '5') and substr(given, 5, 1) in ('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
      and substr(given, 7, 1) in ('A', 'P')
      then lower(substr(given, 7, 2)) || case left(given, 2) when '12' then '00' else left(given, 2) end || substr(given, 4, 2)
    when given ~* '^(0?[1-9]|1[0-2]):[0-5][0-9] ?[ap]m$'
      then (case when given ~* 'pm$' then 'pm' else 'am' end) || lpad((split_part(given, ':', 1)::int % 12)::text, 2, '0') || substr(split_part(given, ':', 2), 1, 2)
    else 'z' || given end $$;

create table driver_rides (
  _id text primary key,
  "driverId" text not null references people (_id) on delete restrict,
  "driverName" text not null,
  source text not null,
  destination text not null,
  "createdAt" timestamptz(3) not null,
  ride_time text,
  amount integer check (amount >= 0),
  passenger_capacity integer,
  serial bigint generated always as identity unique,
  "driverKey" text collate "C" not null,
  "sourceKey" text collate "C" not null,
  "destinationKey" text collate "C" not null,
  "timeKey" text generated always as (clock_key(ride_time)) stored,
  "searchText" text not null generated always as (
    "sourceKey" || ' ' || "destinationKey" || E'\\n' || split_part("driverKey", E'\\n', 1)
  ) stored
);
alter table driver_rides alter column "searchText" set statistics 1000;
create index driver_rides_newest on driver_rides ("createdAt", serial);
create index driver_rides_driver_name on driver_rides ("driverKey", serial);
create index driver_rides_driver on driver_rides ("driverId");
create index driver_rides_amount on driver_rides (amount);
create index driver_rides_search on driver_rides using gin ("searchText" gin_trgm_ops)
  with (gin_pending_list_limit = 512);

create table bookings (
  _id text primary key,
  "userId" text not null references people (_id) on delete restrict,
  "driverId" text not null references people (_id) on delete restrict,
  "rideId" text not null references driver_rides (_id) on delete restrict,
  "userName" text not null,
  "driverName" text not null,
  source text not null,
  destination text not null,
  "createdAt" timestamptz(3) not null,
  ride_time text,
  amount integer,
  status text not null check (status in ('Accepted', 'Rejected', 'Pending', 'Canceled', 'Completed', 'Started')),
  revision integer not null default 1,
  "changedBy" text references people (_id) on delete set null,
  "changedAt" timestamptz(3),
  serial bigint generated always as identity unique,
  "userKey" text collate "C" not null,
  "driverKey" text collate "C" not null,
  "sourceKey" text collate "C" not null,
  "destinationKey" text collate "C" not null,
  "timeKey" text generated always as (clock_key(ride_time)) stored,
  "searchText" text not null generated always as (
    "sourceKey" || ' ' || "destinationKey" || E'\\n' || split_part("userKey", E'\\n', 1)
      || E'\\n' || split_part("driverKey", E'\\n', 1)
  ) stored
);
alter table bookings alter column "searchText" set statistics 1000;
create index bookings_newest on bookings ("createdAt", serial);
create index bookings_user_name on bookings ("userKey", serial);
create index bookings_user on bookings ("userId");
create index bookings_driver on bookings ("driverId");
create index bookings_ride on bookings ("rideId") where status in ('Pending', 'Accepted', 'Started');
create index bookings_status on bookings (status, "createdAt", serial) where status <> 'Completed';
create index bookings_started on bookings ("createdAt", serial) include ("changedAt") where status = 'Started';
create index bookings_amount on bookings (amount);
create index bookings_search on bookings using gin ("searchText" gin_trgm_ops) with (gin_pending_list_limit = 512);

create function copy_into_ride() returns trigger language plpgsql as $$ begin
    select full_name, "nameKey" into new."driverName", new."driverKey" from people where _id = new."driverId" for share;
    return new;
  end $$;
create trigger copy_into_ride before insert on driver_rides for each row execute function copy_into_ride();

create function copy_into_booking() returns trigger language plpgsql as $$ declare "rideDriver" text; begin
    select full_name, "nameKey" into new."userName", new."userKey" from people where _id = new."userId" for share;
    select "driverId", "driverName", "driverKey", source, "sourceKey", destination, "destinationKey", ride_time, amount
      into "rideDriver", new."driverName", new."driverKey", new.source, new."sourceKey", new.destination,
        new."destinationKey", new.ride_time, new.amount
      from driver_rides where _id = new."rideId" for share;
    if "rideDriver" is distinct from new."driverId" then
      select full_name, "nameKey" into new."driverName", new."driverKey" from people where _id = new."driverId" for share;
    end if;
    return new;
  end $$;
create trigger copy_into_booking before insert on bookings for each row execute function copy_into_booking();

create function copy_name() returns trigger language plpgsql as $$ begin
    update driver_rides set "driverName" = new.full_name, "driverKey" = new."nameKey" where "driverId" = new._id;
    update bookings set "driverName" = new.full_name, "driverKey" = new."nameKey" where "driverId" = new._id;
    update bookings set "userName" = new.full_name, "userKey" = new."nameKey" where "userId" = new._id;
    update conversation_names set "nameKey" = split_part(new."nameKey", E'\\n', 1) where "partyId" = new._id;
    return null;
  end $$;
create trigger copy_name after update of full_name on people
  for each row when (old.full_name is distinct from new.full_name) execute function copy_name();

create function copy_ride() returns trigger language plpgsql as $$ begin
    update bookings set source = new.source, "sourceKey" = new."sourceKey", destination = new.destination,
      "destinationKey" = new."destinationKey", ride_time = new.ride_time, amount = new.amount where "rideId" = new._id;
    return null;
  end $$;
create trigger copy_ride after update of source, destination, ride_time, amount on driver_rides for each row
  when ((old.source, old.destination, old.ride_time, old.amount) is distinct from (new.source, new.destination, new.ride_time, new.amount))
  execute function copy_ride();
`
