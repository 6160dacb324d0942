import { sql } from 'kysely'
import type { DriverListQuery } from '@interline/shared/contract'
import { prepared } from '../database/prepared.ts'
import type { Database, Tx } from '../database/tables.ts'
import { batchSize, byIds, inBatches, type Cursor, type Page } from './list.ts'
import type { Filters, ListShape } from './kept.ts'
import type { LongLists } from './long-lists.ts'

const columns = [
  '_id', 'full_name', 'email', 'phone', 'createdAt', 'car_name', 'driving_licence_number', 'driving_licence', 'car_document',
  'car_insurance', 'state_id', 'address', 'stripe_connect_id', 'is_driver_profile_approved', 'reverify_status', 'revision',
] as const

export type DriverRow = Awaited<ReturnType<typeof findDriver>> & object

const states = [true, false].flatMap((verified) => (['', 'Pending', 'Approved'] as const).map((reverify_status) => ({ verified, reverify_status })))
const groupName = ({ verified, reverify_status }: (typeof states)[number]) => `${verified} ${reverify_status}`

export const driverList: ListShape = {
  name: 'drivers',
  table: 'people',
  all: sql`role = 'driver'`,
  group: sql`is_driver_profile_approved::text || ' ' || reverify_status`,
  groups: states.map(groupName),
  sort: {
    full_name: { value: sql`lower(full_name)` },
    createdAt: { value: sql`"createdAt"` },
    is_driver_profile_approved: { value: sql`is_driver_profile_approved` },
    reverify_status: { value: sql`nullif(reverify_status, '')`, stand: sql`''` },
    stripe_connect_id: { value: sql`stripe_connect_id`, stand: sql`''` },
  },
}

const drivers = (db: Database) => db.selectFrom('people').where('role', '=', 'driver')

export async function findDriver(db: Database, _id: string) {
  return drivers(db).select(columns).where('_id', '=', _id).executeTakeFirst()
}

/** The row, held against other changes until the transaction ends, and who changed it last. */
export async function lockDriver(tx: Tx, _id: string) {
  const row = await drivers(tx).select([...columns, 'changedBy', 'changedAt']).where('_id', '=', _id).forNoKeyUpdate().executeTakeFirst()
  return row
}

const filtersOf = ({ verified, reverify_status }: DriverListQuery): Filters => ({
  groups: states.filter((state) => (verified ?? state.verified) === state.verified && (reverify_status ?? state.reverify_status) === state.reverify_status).map(groupName),
  where: [
    ...(verified === undefined ? [] : [sql`is_driver_profile_approved = ${verified}`]),
    ...(reverify_status === undefined ? [] : [sql`reverify_status = ${reverify_status}`]),
  ],
})

const driversOf = byIds((db, ids) => db.selectFrom('people').select(columns).where('_id', '=', ids).modifyFront(prepared))

export async function pageOfDrivers(db: Database, lists: LongLists, query: DriverListQuery): Promise<Page<DriverRow>> {
  const { ids, ...counted } = await lists.page(driverList, query, filtersOf(query))
  return { rows: await driversOf(db, ids), ...counted }
}

/** The drivers that a query keeps, in its order and in batches. */
export async function* driversInBatches(db: Database, lists: LongLists, query: DriverListQuery): AsyncGenerator<DriverRow[]> {
  for await (const ids of lists.ids(driverList, query, filtersOf(query))) yield driversOf(db, ids)
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
