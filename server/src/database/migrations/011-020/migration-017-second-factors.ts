import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Second factors of administrators: an authenticator app, passkeys and recovery codes, and what was asked for of them
 * and is not answered yet. A session notes when a factor was given last; one from before has given none.
 */
export const secondFactors: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      `create table authenticators (
        "personId" text primary key references people (_id),
        secret text not null,
        "createdAt" timestamptz(3) not null,
        "confirmedAt" timestamptz(3),
        "lastStep" integer
      )`,
      `create table passkeys (
        _id text primary key,
        "personId" text not null references people (_id),
        "credentialId" text not null unique,
        "publicKey" text not null,
        counter bigint not null,
        transports jsonb not null,
        name text not null,
        "createdAt" timestamptz(3) not null,
        "usedAt" timestamptz(3)
      )`,
      'create index passkeys_person on passkeys ("personId")',
      `create table recovery_codes (
        "personId" text not null references people (_id),
        "codeHash" text not null,
        "usedAt" timestamptz(3),
        primary key ("personId", "codeHash")
      )`,
      `create table factor_challenges (
        "tokenHash" text primary key,
        "personId" text not null references people (_id),
        purpose text not null check (purpose in ('sign-in', 'confirm', 'add-passkey')),
        remember boolean not null default false,
        challenge text not null,
        "expiresAt" timestamptz(3) not null
      )`,
      'alter table sessions add column "confirmedAt" timestamptz(3)',
    ])
      await sql.raw(statement).execute(db)
  },
}
