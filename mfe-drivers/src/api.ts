import { getRows, idOf, postForDone } from '@interline/shared/api'
import type { Resource } from '@interline/shared/api'
import type { ConnectDriver, ReverifyDriver, VerifyDriver } from '@interline/shared/contract'
import type { DriverRow } from './driver-row.ts'

export const driversPath = '/admin/drivers'

export const verifyDriver = (payload: VerifyDriver, bulkId?: string) =>
  postForDone('/admin/verify-driver', payload, { bulkId })
export const reverifyDriver = (payload: ReverifyDriver) => postForDone('/admin/re-verify-driver', payload)
export const connectDriver = (payload: ConnectDriver) => postForDone('/admin/connect-driver', payload)
export const editDriver = (form: FormData) => postForDone('/admin/edit-profile/driver', form)

/** Every list that shows drivers (SPEC §4). */
export const driverLists = ['drivers', 'users', 'driver-rides', 'user-rides'] as const satisfies readonly Resource[]

/** The driver as they are now, or as they were when nobody knows them any more. Some backends send all drivers. */
export async function latestDriver(driver: DriverRow): Promise<DriverRow> {
  const ids = idOf(driver._id)
  const { rows } = await getRows<DriverRow>(driversPath, { ids, page: 1, page_size: 1 })
  return rows.find(({ _id }) => idOf(_id) === ids) ?? driver
}
