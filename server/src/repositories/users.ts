import { sql } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/tables.ts'
import { batchSize, byIds, inBatches, type Cursor, type Page } from './list.ts'
import type { ListShape } from './kept.ts'
import type { LongLists } from './long-lists.ts'

const columns = ['_id', 'full_name', 'email', 'phone', 'createdAt', 'address', 'state_id'] as const

export type UserRow = Awaited<ReturnType<typeof findUser>> & object

export const userList: ListShape = {
  name: 'users',
  table: 'people',
  all: sql`role = 'user'`,
  group: sql`''`,
  groups: [''],
  sort: {
    full_name: { value: sql`lower(full_name)` },
    createdAt: { value: sql`"createdAt"` },
    phone: { value: sql`phone`, stand: sql`''` },
    email: { value: sql`lower(email)`, stand: sql`''` },
  },
}

const users = (db: Database) => db.selectFrom('people').where('role', '=', 'user')

export async function findUser(db: Database, _id: string) {
  return users(db).select(columns).where('_id', '=', _id).executeTakeFirst()
}

const usersOf = byIds((db, ids) => db.selectFrom('people').select(columns).where('_id', '=', ids).modifyFront(prepared))

export async function pageOfUsers(db: Database, lists: LongLists, query: ListQuery): Promise<Page<UserRow>> {
  const { ids, ...counted } = await lists.page(userList, query)
  return { rows: await usersOf(db, ids), ...counted }
}

/** The users that a query keeps, in its order and in batches. */
export async function* usersInBatches(db: Database, lists: LongLists, query: ListQuery): AsyncGenerator<UserRow[]> {
  for await (const ids of lists.ids(userList, query)) yield usersOf(db, ids)
}

/** Every user, newest first. */
export function allUsers(db: Database) {
  return inBatches(async (after: Cursor | undefined) => {
    let rest = users(db).select(columns)
    if (after) rest = rest.where(sql<boolean>`("createdAt", _id) < (${after.createdAt}, ${after._id})`)
    return rest.orderBy(sql`"createdAt" desc, _id desc`).limit(batchSize).execute()
  })
}
