import type { DataProvider } from 'react-admin'
import { changeDriver, fetchDriver, fetchRows, type Driver, type User } from '../../drivers-api.ts'

const toRecord = <Row extends Driver | User>(row: Row) => ({ ...row, id: row._id })

const unused = () => Promise.reject(new Error('the API has no such call'))

export const dataProvider = {
  getList: async (
    resource,
    { pagination = { page: 1, perPage: 20 }, sort = { field: 'createdAt', order: 'DESC' } },
  ) => {
    const { rows, total } = await fetchRows<Driver | User>(resource === 'users' ? 'users' : 'drivers', {
      page: pagination.page,
      pageSize: pagination.perPage,
      sort: sort.field,
      descending: sort.order === 'DESC',
    })
    return { data: rows.map(toRecord), total }
  },
  getOne: async (_resource, { id }) => ({ data: toRecord(await fetchDriver(String(id))) }),
  update: async (_resource, { id, data, previousData }) => {
    // A form of react-admin sends what was not touched as well.
    await changeDriver(
      String(id),
      Object.fromEntries(Object.entries(data).filter(([field, value]) => previousData?.[field] !== value)),
    )
    return { data: toRecord(await fetchDriver(String(id))) }
  },
  getMany: unused,
  getManyReference: unused,
  create: unused,
  updateMany: unused,
  delete: unused,
  deleteMany: unused,
} as DataProvider
