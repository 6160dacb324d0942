import { sql } from 'kysely'
import { addDays, dayKey, daySpan, type UserListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import type { List } from '../lists/list.ts'

export const userColumns = ['_id', 'full_name', 'email', 'phone', 'createdAt', 'address', 'state_id'] as const

export type UserRow = Awaited<ReturnType<typeof findUser>> & object

export const userList: List<UserRow, UserListQuery> = {
  table: 'people',
  columns: userColumns,
  where: sql`role = 'user'`,
  sort: {
    full_name: { column: 'nameKey', type: 'text' },
    createdAt: { column: 'createdAt', type: 'timestamptz' },
    phone: { column: 'phone', type: 'text', canBeEmpty: true },
    email: { column: 'emailKey', type: 'text', canBeEmpty: true },
  },
  filter: ({ platform, days, tz = 'UTC' }) => [
    ...(platform === undefined ? [] : [sql`platform = ${platform}`]),
    ...(days === undefined ? [] : [lastDays(days, tz)]),
  ],
}

/** Today and the days before it, as many as asked for. */
function lastDays(days: number, timeZone: string) {
  const today = dayKey(new Date(), timeZone) ?? ''
  const { start } = daySpan(addDays(today, 1 - days), timeZone)
  const { end } = daySpan(today, timeZone)
  return sql`"createdAt" >= ${new Date(start)}::timestamptz and "createdAt" < ${new Date(end)}::timestamptz`
}

export async function findUser(db: Database, _id: string) {
  return db
    .selectFrom('people')
    .where('role', '=', 'user')
    .select(userColumns)
    .where('_id', '=', _id)
    .executeTakeFirst()
}
