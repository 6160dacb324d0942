import { sql } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import type { Database, ReverifyStatus, Tx } from '../database/tables.ts'
import { batchSize, boundsOf, inBatches, orderOf, patternOf, spanOf, type Cursor, type Page, type SortColumns } from './list.ts'

const columns = [
  '_id', 'full_name', 'email', 'phone', 'createdAt', 'car_name', 'driving_licence_number', 'driving_licence', 'car_document',
  'car_insurance', 'state_id', 'address', 'stripe_connect_id', 'is_driver_profile_approved', 'reverify_status', 'revision',
] as const

export type DriverRow = Awaited<ReturnType<typeof findDriver>> & object

export type DriverFilters = { verified?: boolean; reverify_status?: ReverifyStatus }

const sortColumns: SortColumns = {
  full_name: sql`lower(full_name)`,
  createdAt: sql`"createdAt"`,
  is_driver_profile_approved: sql`is_driver_profile_approved`,
  reverify_status: sql`nullif(reverify_status, '')`,
  stripe_connect_id: sql`stripe_connect_id`,
}

const drivers = (db: Database) => db.selectFrom('people').where('role', '=', 'driver')

export async function findDriver(db: Database, _id: string) {
  return drivers(db).select(columns).where('_id', '=', _id).executeTakeFirst()
}

/** The row, held against other changes until the transaction ends, and who changed it last. */
export async function lockDriver(tx: Tx, _id: string) {
  const row = await drivers(tx).select([...columns, 'changedBy', 'changedAt']).where('_id', '=', _id).forUpdate().executeTakeFirst()
  return row
}

export async function pageOfDrivers(db: Database, query: ListQuery & DriverFilters): Promise<Page<DriverRow>> {
  let matching = drivers(db)
  const span = spanOf(query)
  if (query.id) matching = matching.where('_id', '=', query.id)
  if (query.q) matching = matching.where('searchText', 'like', patternOf(query.q))
  if (span) matching = matching.where('createdAt', '>=', span.start).where('createdAt', '<', span.end)
  if (query.verified !== undefined) matching = matching.where('is_driver_profile_approved', '=', query.verified)
  if (query.reverify_status !== undefined) matching = matching.where('reverify_status', '=', query.reverify_status)
  const { page, page_size } = boundsOf(query)
  const rows = await matching.select(columns).orderBy(orderOf(query.sort, sortColumns, sql`_id`)).limit(page_size).offset((page - 1) * page_size).execute()
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Every driver, newest first. */
export function allDrivers(db: Database) {
  return inBatches(async (after: Cursor | undefined) => {
    let rest = drivers(db).select(columns)
    if (after) rest = rest.where(sql<boolean>`("createdAt", _id) < (${after.createdAt}, ${after._id})`)
    return rest.orderBy(sql`"createdAt" desc, _id desc`).limit(batchSize).execute()
  })
}

export type DriverChange = Partial<Pick<
  DriverRow,
  'full_name' | 'email' | 'car_name' | 'driving_licence_number' | 'driving_licence' | 'car_document' | 'car_insurance' |
  'stripe_connect_id' | 'is_driver_profile_approved' | 'reverify_status'
>>

/** Writes the change and counts it; `lockDriver` first. */
export async function changeDriver(tx: Tx, _id: string, change: DriverChange, changedBy: string): Promise<void> {
  await tx
    .updateTable('people')
    .set({ ...change, changedBy, changedAt: new Date(), revision: sql`revision + 1` })
    .where('_id', '=', _id)
    .execute()
}
