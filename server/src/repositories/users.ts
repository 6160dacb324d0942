import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { List } from '../lists/list.ts'

export const userColumns = ['_id', 'full_name', 'email', 'phone', 'createdAt', 'address', 'state_id'] as const

export type UserRow = Awaited<ReturnType<typeof findUser>> & object

export const userList: List<UserRow> = {
  table: 'people',
  columns: userColumns,
  where: sql`role = 'user'`,
  sort: {
    full_name: { column: 'nameKey', type: 'text', indexedWith: [] },
    createdAt: { column: 'createdAt', type: 'timestamptz', indexedWith: [] },
    phone: { column: 'phone', type: 'text', canBeEmpty: true },
    email: { column: 'emailKey', type: 'text', canBeEmpty: true },
  },
}

export async function findUser(db: Database, _id: string) {
  return db
    .selectFrom('people')
    .where('role', '=', 'user')
    .select(userColumns)
    .where('_id', '=', _id)
    .executeTakeFirst()
}
