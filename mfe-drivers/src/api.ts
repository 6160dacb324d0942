import { getRows, idOf, logFailure, postForDone, queryClient, refreshResource } from '@interline/shared/api'
import type { Rows } from '@interline/shared/api'
import type { ConnectDriver, ReverifyDriver, VerifyDriver } from '@interline/shared/contract'
import type { DriverRow } from './driver-row.ts'

export const driversPath = '/admin/drivers'

export const driverRecordPath = (id: string) => `/admin/records/drivers/${encodeURIComponent(id)}`

export const verifyDriver = (payload: VerifyDriver, bulkId?: string) =>
  postForDone('/admin/verify-driver', payload, { bulkId })
export const reverifyDriver = (payload: ReverifyDriver) => postForDone('/admin/re-verify-driver', payload)
export const connectDriver = (payload: ConnectDriver) => postForDone('/admin/connect-driver', payload)
export const editDriver = (form: FormData) => postForDone('/admin/edit-profile/driver', form)

/** Reloads every list that shows drivers (SPEC §4). */
export async function reloadLists(): Promise<void> {
  await Promise.all((['drivers', 'users', 'driver-rides', 'user-rides'] as const).map(refreshResource))
}

/** A change, and every list that shows drivers reloaded after it, also where it failed. */
export async function reloading<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } finally {
    await reloadLists()
  }
}

/**
 * The driver as the list has it now, or as it is when the change took it out of what is listed; as it was when nobody
 * knows it any more.
 */
export async function latestDriver(driver: DriverRow): Promise<DriverRow> {
  const _id = idOf(driver._id)
  const find = (rows: readonly DriverRow[]) => rows.find((row) => idOf(row._id) === _id)
  const lists = queryClient.getQueriesData<Rows<DriverRow>>({ queryKey: ['drivers', 'list'], type: 'active' })
  const listed = find(lists.flatMap(([, list]) => list?.rows ?? []))
  if (listed || _id === null) return listed ?? driver
  try {
    const { rows } = await getRows<DriverRow>(driversPath, { ids: _id, page: 1, page_size: 1 })
    return find(rows) ?? driver
  } catch (error) {
    logFailure('Reading a driver', error)
    return driver
  }
}
