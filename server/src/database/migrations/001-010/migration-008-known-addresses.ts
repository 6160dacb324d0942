import { sql, type Kysely, type Migration } from 'kysely'

/** From where people have signed in: from there they still can while somebody else guesses their password. */
export const knownAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table known_addresses (
      "personId" text not null references people (_id) on delete cascade,
      "addressHash" text not null,
      at timestamptz(3) not null,
      primary key ("personId", "addressHash")
    )`.execute(db)
  },
}
