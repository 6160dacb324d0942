import { sql, type Kysely, type Migration } from 'kysely'

const statements = `
create table people (
  _id text primary key,
  role text not null check (role in ('admin', 'driver', 'user')),
  full_name text not null,
  email text,
  phone text,
  "passwordHash" text,
  "createdAt" timestamptz(3) not null,
  platform text check (platform in ('android', 'ios')),
  profile_picture text,
  address text,
  car_name text,
  driving_licence_number text,
  driving_licence text,
  car_document text,
  car_insurance text,
  state_id text,
  stripe_connect_id text,
  is_driver_profile_approved boolean not null default false,
  reverify_status text not null default '' check (reverify_status in ('', 'Pending', 'Approved')),
  revision integer not null default 1,
  "changedBy" text references people (_id),
  "changedAt" timestamptz(3),
  "searchText" text not null generated always as
    (lower(full_name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, ''))) stored
);
create unique index people_email on people (lower(email));
create index people_newest on people (role, "createdAt", _id);
create index people_name on people (role, lower(full_name), _id);
create index people_search on people using gin ("searchText" gin_trgm_ops);

create table sessions (
  "tokenHash" text primary key,
  "personId" text not null references people (_id) on delete cascade,
  "createdAt" timestamptz(3) not null,
  "expiresAt" timestamptz(3) not null,
  "revokedAt" timestamptz(3)
);
create index sessions_person on sessions ("personId");
create index sessions_expiry on sessions ("expiresAt");

create table password_resets (
  "tokenHash" text primary key,
  "personId" text not null references people (_id) on delete cascade,
  "expiresAt" timestamptz(3) not null,
  "usedAt" timestamptz(3)
);

create table driver_rides (
  _id text primary key,
  "driverId" text not null references people (_id),
  source text not null,
  destination text not null,
  "createdAt" timestamptz(3) not null,
  ride_time text,
  amount integer check (amount >= 0),
  passenger_capacity integer,
  "searchText" text not null generated always as (lower(source || ' ' || destination)) stored
);
create index driver_rides_newest on driver_rides ("createdAt", _id);
create index driver_rides_driver on driver_rides ("driverId");
create index driver_rides_search on driver_rides using gin ("searchText" gin_trgm_ops);

create table bookings (
  _id text primary key,
  "userId" text not null references people (_id),
  "driverId" text not null references people (_id),
  "rideId" text not null references driver_rides (_id),
  "createdAt" timestamptz(3) not null,
  status text not null check (status in ('Accepted', 'Rejected', 'Pending', 'Canceled', 'Completed', 'Started')),
  revision integer not null default 1,
  "changedBy" text references people (_id),
  "changedAt" timestamptz(3)
);
create index bookings_newest on bookings ("createdAt", _id);
create index bookings_status on bookings (status, "createdAt", _id);
create index bookings_user on bookings ("userId");
create index bookings_driver on bookings ("driverId");
create index bookings_ride on bookings ("rideId");

create table conversations (
  "partyId" text primary key references people (_id),
  "lastSeq" integer not null default 0
);

create table messages (
  _id text primary key,
  "partyId" text not null references conversations ("partyId"),
  seq integer not null,
  sender_id text not null references people (_id),
  receiver_id text not null references people (_id),
  message text not null,
  "clientId" text,
  "createdAt" timestamptz(3) not null,
  delivered_at timestamptz(3),
  seen_at timestamptz(3),
  unique ("partyId", seq),
  unique (sender_id, "clientId")
);
create index messages_unseen on messages ("partyId", seq) where seen_at is null;
create index messages_undelivered on messages ("partyId", seq) where delivered_at is null;

create table notifications (
  _id text primary key,
  title text not null,
  body text not null,
  "createdAt" timestamptz(3) not null
);
create index notifications_newest on notifications ("createdAt", _id);

create table notification_marks (
  "adminId" text primary key references people (_id) on delete cascade,
  "readThrough" timestamptz(3) not null
);

create table audit (
  _id text primary key,
  at timestamptz(3) not null,
  "actorId" text,
  act text not null,
  noun text not null,
  "targetId" text,
  before jsonb,
  after jsonb
);
create index audit_target on audit (noun, "targetId", at);

create table installation (name text primary key, value text not null)
`

export const firstTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    for (const statement of statements.split(';')) await sql.raw(statement).execute(db)
  },
}
