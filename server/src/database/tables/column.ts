import type { ColumnType, Generated } from 'kysely'

export type Instant = ColumnType<Date, Date, Date>

/** All that a trigger copies from another table, to sort and search by it. */
export type Copy<T> = ColumnType<T, never, never>

/** All that PostgreSQL makes of other columns of the row, to sort and search by it. */
export type Derived = ColumnType<string, never, never>

/** How often a record was changed, and by whom when last. */
export type Revised = { revision: Generated<number>; changedBy: string | null; changedAt: Instant | null }

export type Json = ColumnType<unknown, string, string>
