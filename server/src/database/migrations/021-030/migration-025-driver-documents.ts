import { sql, type Kysely, type Migration } from 'kysely'

/**
 * What is known of a driver's documents beside their names in `people`: until when each is good, and the hash of its
 * file, which finds the same file at another driver; of files from before there is none. Drivers with the same phone
 * or licence number are found by what repositories/driver-reviews/duplicates.ts compares: the indexes have its words.
 */
const statements = [
  `create table driver_documents (
    "driverId" text not null references people (_id) on delete cascade,
    document text not null check (document in ('driving_licence', 'car_document', 'car_insurance')),
    sha256 text,
    "expiresOn" date,
    primary key ("driverId", document)
  )`,
  `create index driver_documents_expiry on driver_documents ("expiresOn", "driverId", document) where "expiresOn" is not null`,
  `create index driver_documents_file on driver_documents (sha256) where sha256 is not null`,
  `create index drivers_phone_digits on people ((regexp_replace(phone, '[^0-9]', '', 'g'))) where role = 'driver'`,
  `create index drivers_licence_number on people ((upper(regexp_replace(driving_licence_number, '[^0-9A-Za-z]', '', 'g'))))
    where role = 'driver'`,
]

export const driverDocuments: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
