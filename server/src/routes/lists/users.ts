import { user, userListQuery } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import type { CsvColumns } from './stream-csv.ts'
import { userList, type UserRow } from '../../repositories/users.ts'
import { registerList } from './register-list.ts'
import { userToJson } from '../rows-to-json.ts'
import type { Services } from '../services.ts'

const columns: CsvColumns<UserRow> = {
  Id: ({ _id }) => _id,
  'Full Name': ({ full_name }) => full_name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Address: ({ address }) => address,
  'Created At': { time: ({ createdAt }) => createdAt },
}

/** `GET /admin/users` and its CSV file (SPEC §7), with the filters `platform` and `days`. */
export function registerUsers(app: App, services: Services) {
  registerList(app, services, {
    path: '/admin/users',
    tag: 'users',
    permission: 'users:read',
    name: 'users',
    list: userList,
    query: userListQuery,
    row: user,
    toJson: userToJson(services.links),
    csv: columns,
  })
}
