import { driver, driverListQuery } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import type { CsvColumns } from './stream-csv.ts'
import { driverList, type DriverRow } from '../../repositories/drivers.ts'
import { registerList } from './register-list.ts'
import { driverToJson } from '../rows-to-json.ts'
import type { Services } from '../services.ts'

const columns: CsvColumns<DriverRow> = {
  Id: ({ _id }) => _id,
  'Full Name': ({ full_name }) => full_name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Address: ({ address }) => address,
  'Car Name': ({ car_name }) => car_name,
  'Driving Licence Number': ({ driving_licence_number }) => driving_licence_number,
  'Stripe Connect Id': ({ stripe_connect_id }) => stripe_connect_id,
  Verified: ({ is_driver_profile_approved }) => is_driver_profile_approved,
  'Re-verification': ({ reverify_status }) => reverify_status,
  'Created At': { time: ({ createdAt }) => createdAt },
}

/** `GET /admin/drivers` and its CSV file (SPEC §7), with the filters `verified` and `reverify_status`. */
export function registerDrivers(app: App, services: Services) {
  registerList(app, services, {
    path: '/admin/drivers',
    tag: 'drivers',
    permission: 'drivers:read',
    name: 'drivers',
    list: driverList,
    query: driverListQuery,
    row: driver,
    toJson: driverToJson(services.links),
    csv: columns,
  })
}
