/** Sessions and the ways to one: passwords, invitations, second factors, identity providers; and the policy of all. */
export const signIn = `
create table sessions (
  "tokenHash" text primary key,
  _id text not null default left(replace(gen_random_uuid()::text, '-', ''), 24),
  "personId" text not null references people (_id) on delete cascade,
  "createdAt" timestamptz(3) not null,
  "expiresAt" timestamptz(3) not null,
  "revokedAt" timestamptz(3),
  address text,
  "userAgent" text,
  "usedAt" timestamptz(3),
  "activeAt" timestamptz(3) not null default now(),
  "confirmedAt" timestamptz(3),
  "idToken" text
);
create index sessions_person on sessions ("personId");
create index sessions_expiry on sessions ("expiresAt");

create table known_addresses (
  "personId" text not null references people (_id) on delete cascade,
  "addressHash" text not null,
  at timestamptz(3) not null,
  primary key ("personId", "addressHash")
);

create table password_resets (
  "tokenHash" text primary key,
  "personId" text not null references people (_id) on delete cascade,
  "expiresAt" timestamptz(3) not null,
  "usedAt" timestamptz(3)
);

create table invitations (
  _id text primary key,
  full_name text not null,
  email text not null,
  admin_role text not null check (admin_role in ('owner', 'admin', 'support', 'viewer')),
  "tokenHash" text not null unique,
  "createdAt" timestamptz(3) not null,
  "expiresAt" timestamptz(3) not null,
  "invitedBy" text references people (_id) on delete set null,
  revision integer not null default 0,
  "changedBy" text references people (_id) on delete set null,
  "changedAt" timestamptz
);
create unique index invitations_email on invitations (lower(email));

create table authenticators (
  "personId" text primary key references people (_id) on delete cascade,
  secret text not null,
  "createdAt" timestamptz(3) not null,
  "confirmedAt" timestamptz(3),
  "lastStep" integer
);

create table passkeys (
  _id text primary key,
  "personId" text not null references people (_id) on delete cascade,
  "credentialId" text not null unique,
  "publicKey" text not null,
  counter bigint not null,
  transports jsonb not null,
  name text not null,
  "createdAt" timestamptz(3) not null,
  "usedAt" timestamptz(3)
);
create index passkeys_person on passkeys ("personId");

create table recovery_codes (
  "personId" text not null references people (_id) on delete cascade,
  "codeHash" text not null,
  "usedAt" timestamptz(3),
  primary key ("personId", "codeHash")
);

create table factor_challenges (
  "tokenHash" text primary key,
  "personId" text not null references people (_id) on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'confirm', 'add-passkey')),
  remember boolean not null default false,
  challenge text not null,
  "expiresAt" timestamptz(3) not null
);

create table identities (
  issuer text not null,
  subject text not null,
  "personId" text not null references people (_id) on delete cascade,
  "createdAt" timestamptz(3) not null,
  primary key (issuer, subject)
);
create unique index identities_person on identities ("personId", issuer);

create table begun_sign_ins (
  "stateHash" text primary key,
  nonce text not null,
  "codeVerifier" text not null,
  challenge text not null,
  "returnTo" text not null,
  purpose text not null default 'sign-in',
  "expiresAt" timestamptz(3) not null
);

create table sign_in_codes (
  "codeHash" text primary key,
  "personId" text not null references people (_id) on delete cascade,
  challenge text not null,
  "idToken" text,
  purpose text not null default 'sign-in',
  "expiresAt" timestamptz(3) not null
);

create table policy (
  "isOnly" boolean primary key default true check ("isOnly"),
  second_factor_required boolean not null default false,
  idle_minutes integer check (idle_minutes between 5 and 1440),
  audit_retention_days integer check (audit_retention_days >= 30),
  revision integer not null default 0,
  "changedBy" text references people (_id) on delete set null,
  "changedAt" timestamptz
);
`
