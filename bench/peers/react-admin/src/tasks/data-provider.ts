import type { DataProvider } from 'react-admin'
import { changeRow, fetchRow, fetchRows, type Resource } from '../../../tasks-api.ts'

const toRecord = <Row extends { _id: string }>(row: Row) => ({ ...row, id: row._id })

const unused = () => Promise.reject(new Error('the API has no such call'))

export const dataProvider = {
  getList: async (resource, { pagination = { page: 1, perPage: 50 }, filter }) => {
    const wanted = { page: pagination.page, pageSize: pagination.perPage, filters: filter as Record<string, unknown> }
    const { rows, total } = await fetchRows(resource as Resource, wanted)
    return { data: rows.map(toRecord), total }
  },
  getOne: async (resource, { id }) => ({ data: toRecord(await fetchRow(resource as Resource, String(id))) }),
  getMany: async (resource, { ids }) => ({
    data: await Promise.all(ids.map(async (id) => toRecord(await fetchRow(resource as Resource, String(id))))),
  }),
  update: async (resource, { id, data, previousData }) => {
    // A form of react-admin sends what was not touched as well.
    const change = Object.fromEntries(Object.entries(data).filter(([field, value]) => previousData?.[field] !== value))
    await changeRow(resource as Resource, String(id), change)
    return { data: toRecord(await fetchRow(resource as Resource, String(id))) }
  },
  updateMany: async (resource, { ids, data }) => {
    for (const id of ids) await changeRow(resource as Resource, String(id), data as Record<string, unknown>)
    return { data: ids }
  },
  getManyReference: unused,
  create: unused,
  delete: unused,
  deleteMany: unused,
} as DataProvider
