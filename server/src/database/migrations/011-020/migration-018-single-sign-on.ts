import { sql, type Kysely, type Migration } from 'kysely'

/** Accounts of an identity provider, sign-ins that were begun there, and what a browser exchanges for a session. */
export const singleSignOn: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      `create table identities (
        issuer text not null,
        subject text not null,
        "personId" text not null references people (_id),
        "createdAt" timestamptz(3) not null,
        primary key (issuer, subject)
      )`,
      'create unique index identities_person on identities ("personId", issuer)',
      `create table begun_sign_ins (
        "stateHash" text primary key,
        nonce text not null,
        "codeVerifier" text not null,
        challenge text not null,
        "returnTo" text not null,
        "expiresAt" timestamptz(3) not null
      )`,
      `create table sign_in_codes (
        "codeHash" text primary key,
        "personId" text not null references people (_id),
        challenge text not null,
        "idToken" text,
        "expiresAt" timestamptz(3) not null
      )`,
      'alter table sessions add column "idToken" text',
    ])
      await sql.raw(statement).execute(db)
  },
}
