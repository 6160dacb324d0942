/** All that administrators decide about drivers, and who has which driver before them. */
export const driverReviews = `
create table driver_reviews (
  _id text primary key,
  seq integer not null generated always as identity,
  "driverId" text not null references people (_id) on delete cascade,
  "adminId" text not null references people (_id) on delete restrict,
  at timestamptz(3) not null,
  decision text not null check (decision in ('approve', 'reject')),
  reason text,
  note text,
  before jsonb not null,
  revision integer not null,
  "undoneAt" timestamptz(3)
);
create index driver_reviews_driver on driver_reviews ("driverId", seq);
create index driver_reviews_admin on driver_reviews ("adminId", seq);

create table review_claims (
  "driverId" text primary key references people (_id) on delete cascade,
  "adminId" text not null references people (_id) on delete cascade,
  "expiresAt" timestamptz(3) not null
);
`
