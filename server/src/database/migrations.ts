import type { Migration } from 'kysely'
import { firstTables } from './migration-001-first-tables.ts'
import { longLists } from './migration-002-long-lists.ts'
import { lastSeen } from './migration-005-last-seen.ts'

/** In the order of their names; one that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '001-first-tables': firstTables,
  '002-long-lists': longLists,
  '005-last-seen': lastSeen,
}
