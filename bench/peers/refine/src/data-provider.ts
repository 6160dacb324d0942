import type { DataProvider } from '@refinedev/core'
import { changeDriver, fetchDriver, fetchRows, type Driver, type User } from '../../drivers-api.ts'

const unused = () => Promise.reject(new Error('the API has no such call'))

export const dataProvider = {
  getApiUrl: () => '',
  getList: async ({ resource, pagination: { currentPage = 1, pageSize = 20 } = {}, sorters: [sorter] = [] }) => {
    const { rows, total } = await fetchRows<Driver | User>(resource === 'users' ? 'users' : 'drivers', {
      page: currentPage,
      pageSize,
      sort: sorter?.field ?? 'createdAt',
      descending: sorter?.order !== 'asc',
    })
    return { data: rows, total }
  },
  getOne: async ({ id }) => ({ data: await fetchDriver(String(id)) }),
  update: async ({ id, variables }) => {
    await changeDriver(String(id), variables ?? {})
    return { data: await fetchDriver(String(id)) }
  },
  create: unused,
  deleteOne: unused,
} as DataProvider
