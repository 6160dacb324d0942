/** All that an installation and its people keep for themselves. */
export const installation = `
create table installation (name text primary key, value text not null);

create table saved_views (
  _id text primary key,
  name text not null,
  path text not null,
  query text not null,
  "isShared" boolean not null default false,
  "ownerId" text not null references people (_id) on delete cascade,
  "createdAt" timestamptz not null,
  revision integer not null default 0,
  "changedBy" text references people (_id) on delete set null,
  "changedAt" timestamptz
);
create unique index saved_views_name on saved_views ("ownerId", lower(name));
create index saved_views_shared on saved_views (_id) where "isShared";

create table repeatable_answers (
  "callerId" text not null references people (_id) on delete cascade,
  key text not null,
  "requestHash" text not null,
  answer jsonb not null,
  "createdAt" timestamptz(3) not null,
  primary key ("callerId", key)
);
create index repeatable_answers_age on repeatable_answers ("createdAt");
`
