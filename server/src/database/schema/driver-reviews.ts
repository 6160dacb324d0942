/** What administrators decide about drivers, who has which driver before them, and what is known of documents. */
export const driverReviews = `
create table driver_reviews (
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
);
create index driver_reviews_driver on driver_reviews ("driverId", seq);
create index driver_reviews_admin on driver_reviews ("adminId", seq);

create table review_claims (
  "driverId" text primary key references people (_id) on delete cascade,
  "adminId" text not null references people (_id) on delete cascade,
  "expiresAt" timestamptz(3) not null
);

create table driver_documents (
  "driverId" text not null references people (_id) on delete cascade,
  document text not null check (document in ('driving_licence', 'car_document', 'car_insurance')),
  sha256 text,
  "expiresOn" date,
  primary key ("driverId", document)
);
create index driver_documents_expiry on driver_documents ("expiresOn", "driverId", document)
  where "expiresOn" is not null;
create index driver_documents_file on driver_documents (sha256) where sha256 is not null;

create table unfiled_documents (key text primary key, at timestamptz(3) not null);
`
