import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The names that documents had where they came from; null for those that came before, whose content was checked less.
 * And the keys of documents that were written and are in no record yet.
 */
export const documentNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table people
      add column driving_licence_name text, add column car_document_name text, add column car_insurance_name text`.execute(
      db,
    )
    await sql`create table unfiled_documents (key text primary key, at timestamptz(3) not null)`.execute(db)
  },
}
