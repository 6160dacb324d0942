import { expect, it } from 'vitest'
import remote from '../remote.json'
import { bookingColumns } from './user-rides/booking-columns.tsx'
import { driverRideColumns } from './driver-rides/driver-ride-columns.tsx'

it.each([
  ['/driver-rides', driverRideColumns],
  ['/user-rides', bookingColumns(() => undefined)],
] as const)(
  'remote.json names every column that %s sorts by: an address that names another is asked ahead in the usual order',
  (path, columns) => {
    expect(remote.firstData[path].sorts.split(' ')).toEqual(columns.flatMap(({ sortKey }) => sortKey ?? []))
  },
)
