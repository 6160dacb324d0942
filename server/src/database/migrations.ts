import { Migrator, sql, type Migration } from 'kysely'
import { schema } from './schema/schema.ts'
import type { Database } from './tables.ts'

/** In the order of their names; one that has been released is never edited. */
const migrations: Record<string, Migration> = { '001-schema': schema }
const names = Object.keys(migrations)

/** Brings the tables up to date, or up to the migration that is named: all of it or nothing. */
export async function migrate(db: Database, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last)
  if (error) throw error
}

/** The migrations that a database has been through; none for one that is empty. */
export async function listMigrations(db: Database): Promise<string[]> {
  const {
    rows: [there],
  } = await sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`.execute(db)
  if (!there?.is) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Why this version does not read what has been through these migrations, and what to do; undefined when it does. */
export function whyUnreadable(done: readonly string[]): string | undefined {
  const unknown = done.find((name, at) => names[at] !== name)
  if (unknown === undefined) return undefined
  return unknown === done[0]
    ? `was made before the first release (${done.at(-1)}), which no version takes over; begin with an empty one`
    : `was made by a newer version (${unknown}); use that version`
}
