import { postForDone, queryClient, refreshNoun } from '@interline/shared'
import type { Rows } from '@interline/shared'
import type { ConnectDriver, ReverifyDriver, VerifyDriver } from '@interline/shared/contract'
import { idOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'

export const driversPath = '/admin/drivers'

export const verifyDriver = (payload: VerifyDriver) => postForDone('/admin/verify-driver', payload)
export const reverifyDriver = (payload: ReverifyDriver) => postForDone('/admin/re-verify-driver', payload)
export const connectDriver = (payload: ConnectDriver) => postForDone('/admin/connect-driver', payload)
export const editDriver = (form: FormData) => postForDone('/admin/edit-profile/driver', form)

/** Reloads every list that shows drivers (SPEC §4). */
export async function reloadLists(): Promise<void> {
  await Promise.all((['drivers', 'users', 'driver-rides', 'user-rides'] as const).map(refreshNoun))
}

/** The driver as the list has it now; as it was when the list no longer holds it. */
export function latestDriver(driver: DriverRow): DriverRow {
  const lists = queryClient.getQueriesData<Rows<DriverRow>>({ queryKey: ['drivers', 'list'], type: 'active' })
  return lists.flatMap(([, list]) => list?.rows ?? []).find((row) => idOf(row) === idOf(driver)) ?? driver
}
