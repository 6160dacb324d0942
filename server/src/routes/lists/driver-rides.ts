import { driverRide, driverRideListQuery } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import { dollarText, type CsvColumns } from './stream-csv.ts'
import { driverRideList, type DriverRideRow } from '../../repositories/driver-rides.ts'
import { registerList } from './register-list.ts'
import { driverRideToJson } from '../rows-to-json.ts'
import type { Services } from '../services.ts'

const columns: CsvColumns<DriverRideRow> = {
  Id: ({ _id }) => _id,
  Driver: ({ driverName }) => driverName,
  Source: ({ source }) => source,
  Destination: ({ destination }) => destination,
  'Ride Time': ({ ride_time }) => ride_time,
  'Amount ($)': ({ amount }) => dollarText(amount),
  'Passenger Capacity': ({ passenger_capacity }) => passenger_capacity,
  'Created At': { time: ({ createdAt }) => createdAt },
}

/** `GET /admin/driver/rides` and its CSV file (SPEC §7), with the filter `driver_id`. */
export function registerDriverRides(app: App, services: Services) {
  registerList(app, services, {
    path: '/admin/driver/rides',
    tag: 'rides',
    permission: 'rides:read',
    name: 'driver-rides',
    list: driverRideList,
    query: driverRideListQuery,
    row: driverRide,
    toJson: driverRideToJson,
    csv: columns,
  })
}
