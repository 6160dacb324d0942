/**
 * People, and what administrators note about them. An address belongs to one person of the staff, and to one of the
 * public: who drives and works here has two accounts. What people are searched, sorted and compared by (`nameKey` to
 * `searchText`) is written by `personKeys` (database/search-keys.ts). The indexes say who waits and who has the same
 * number in the words of the repositories.
 */
export const people = `
create table people (
  _id text primary key,
  role text not null check (role in ('admin', 'driver', 'user')),
  admin_role text check (admin_role in ('owner', 'admin', 'support', 'viewer')),
  full_name text not null,
  email text,
  phone text,
  "passwordHash" text,
  "createdAt" timestamptz(3) not null,
  "disabledAt" timestamptz(3),
  "signedInAt" timestamptz(3),
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
  "askedAt" timestamptz(3),
  "rejectedAt" timestamptz(3),
  revision integer not null default 1,
  "changedBy" text references people (_id) on delete set null,
  "changedAt" timestamptz(3),
  "erasedAt" timestamptz(3),
  serial bigint generated always as identity unique,
  "nameKey" text collate "C" not null,
  "emailKey" text collate "C",
  licence_key text,
  phone_key text,
  "reverifyKey" text generated always as (nullif(reverify_status, '')) stored,
  "searchText" text not null,
  constraint people_admin_role check ((role = 'admin') = (admin_role is not null))
);
alter table people alter column "searchText" set statistics 1000;

create unique index people_email_staff on people (lower(email)) where role = 'admin';
create unique index people_email_public on people (lower(email)) where role <> 'admin';
create index people_administrators on people ("createdAt", _id) where role = 'admin';

create index users_newest on people ("createdAt", serial) include (platform) where role = 'user';
create index users_name on people ("nameKey", serial) where role = 'user';
create index users_search on people using gin ("searchText" gin_trgm_ops) with (gin_pending_list_limit = 512)
  where role = 'user';

create index drivers_newest on people ("createdAt", serial) include (is_driver_profile_approved, "reverifyKey")
  where role = 'driver';
create index drivers_name on people ("nameKey", serial) where role = 'driver';
create index drivers_search on people using gin ("searchText" gin_trgm_ops) with (gin_pending_list_limit = 512)
  where role = 'driver';
create index drivers_unapproved on people ("createdAt", serial) include (reverify_status)
  where role = 'driver' and not is_driver_profile_approved;
create index drivers_reverify on people (reverify_status, "createdAt", serial) include (is_driver_profile_approved)
  where role = 'driver' and reverify_status <> '';
create index drivers_waiting on people ((coalesce("askedAt", "createdAt")), serial)
  where role = 'driver' and "rejectedAt" is null and (reverify_status = 'Pending' or (not is_driver_profile_approved
    and (driving_licence is not null or car_document is not null or car_insurance is not null)));
create index drivers_without_some on people ("createdAt", serial)
  where role = 'driver' and (driving_licence is null or car_document is null or car_insurance is null);
create index drivers_phone on people (phone_key) where role = 'driver';
create index drivers_licence_number on people (licence_key) where role = 'driver';

create table last_seen (
  "personId" text primary key references people (_id) on delete cascade,
  at timestamptz(3) not null
) with (fillfactor = 70);

create table notes (
  _id text primary key,
  serial bigint generated always as identity unique,
  resource text not null check (resource in ('driver', 'user', 'booking')),
  "targetId" text not null,
  "authorId" text not null references people (_id) on delete restrict,
  text text not null,
  "createdAt" timestamptz(3) not null,
  "editedAt" timestamptz(3)
);
create index notes_of_record on notes (resource, "targetId", serial);
`
