import type { z } from 'zod'
import type { ListQuery, Permission } from '@interline/shared/contract'
import {
  bookingListQuery,
  driverListQuery,
  driverRideListQuery,
  userListQuery,
} from '@interline/shared/contract/schemas'
import type { Database } from '../../database/tables.ts'
import { fieldError } from '../../http/http-error.ts'
import { orderOf, type List } from '../../lists/list.ts'
import { countRows } from '../../lists/page.ts'
import { bookingList } from '../../repositories/bookings.ts'
import { driverRideList } from '../../repositories/driver-rides.ts'
import { driverList } from '../../repositories/drivers.ts'
import { userList } from '../../repositories/users.ts'

type ViewList = {
  permission: Permission
  /** Throws an `HttpError` 400 that names what the list does not have. */
  check: (query: string) => void
  /** How many rows the list has, as its `meta.total` says; undefined for a query that it does not have any more. */
  count: (db: Database, query: string, tz: string | undefined) => Promise<number | undefined>
}

/** The parameters of a screen's address that are about the columns, and not about the rows. */
const aboutColumns = new Set(['cols', 'density'])

function viewList<Row, Query extends ListQuery, Shape extends z.ZodRawShape>(
  permission: Permission,
  list: List<Row, Query>,
  schema: z.ZodObject<Shape> & z.ZodType<Query>,
): ViewList {
  const known = new Set(Object.keys(schema.shape).filter((name) => !/^(page|page_size|cursor|tz|ids|bulk)$/.test(name)))
  const paramsOf = (query: string) => [...new URLSearchParams(query)].filter(([name]) => !aboutColumns.has(name))
  return {
    permission,
    check(query) {
      const params = paramsOf(query)
      const unknown = params.find(([name]) => !known.has(name))?.[0]
      if (unknown !== undefined) throw invalid(`the list has no parameter "${unknown}"`)
      const read = schema.safeParse(Object.fromEntries(params))
      if (!read.success) {
        const [issue] = read.error.issues
        throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`)
      }
      if (hasNul(params)) throw invalid('must not contain the character U+0000')
      orderOf(list, read.data.sort)
    },
    async count(db, query, tz) {
      const params = paramsOf(query)
      const read = schema.safeParse({ ...Object.fromEntries(params), tz })
      if (!read.success || hasNul(params)) return undefined
      return countRows(db, list, { ...read.data, sort: undefined })
    },
  }
}

/** PostgreSQL takes no such text. In an address it is %00. */
const hasNul = (params: string[][]) => params.flat().some((text) => text.includes('\0'))

const invalid = (message: string) => fieldError('query', message)

/** The lists whose views are checked and counted, by the path of their screen. A view of another is as it was saved. */
export const viewLists: ReadonlyMap<string, ViewList> = new Map([
  ['/drivers', viewList('drivers:read', driverList, driverListQuery)],
  ['/users', viewList('users:read', userList, userListQuery)],
  ['/driver-rides', viewList('rides:read', driverRideList, driverRideListQuery)],
  ['/user-rides', viewList('rides:read', bookingList, bookingListQuery)],
])
