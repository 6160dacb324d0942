import { sql } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { batchSize, boundsOf, inBatches, orderOf, patternOf, spanOf, type Cursor, type Page, type SortColumns } from './list.ts'

const columns = ['_id', 'full_name', 'email', 'phone', 'createdAt', 'address', 'state_id'] as const

export type UserRow = Awaited<ReturnType<typeof findUser>> & object

const sortColumns: SortColumns = {
  full_name: sql`lower(full_name)`,
  createdAt: sql`"createdAt"`,
  phone: sql`phone`,
  email: sql`lower(email)`,
}

const users = (db: Database) => db.selectFrom('people').where('role', '=', 'user')

export async function findUser(db: Database, _id: string) {
  return users(db).select(columns).where('_id', '=', _id).executeTakeFirst()
}

export async function pageOfUsers(db: Database, query: ListQuery): Promise<Page<UserRow>> {
  let matching = users(db)
  const span = spanOf(query)
  if (query.id) matching = matching.where('_id', '=', query.id)
  if (query.q) matching = matching.where('searchText', 'like', patternOf(query.q))
  if (span) matching = matching.where('createdAt', '>=', span.start).where('createdAt', '<', span.end)
  const { page, page_size } = boundsOf(query)
  const rows = await matching.select(columns).orderBy(orderOf(query.sort, sortColumns, sql`_id`)).limit(page_size).offset((page - 1) * page_size).execute()
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Every user, newest first. */
export function allUsers(db: Database) {
  return inBatches(async (after: Cursor | undefined) => {
    let rest = users(db).select(columns)
    if (after) rest = rest.where(sql<boolean>`("createdAt", _id) < (${after.createdAt}, ${after._id})`)
    return rest.orderBy(sql`"createdAt" desc, _id desc`).limit(batchSize).execute()
  })
}
