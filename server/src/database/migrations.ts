import type { Migration } from 'kysely'
import { firstTables } from './migration-001-first-tables.ts'

/** In the order of their names; one that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '001-first-tables': firstTables,
}
