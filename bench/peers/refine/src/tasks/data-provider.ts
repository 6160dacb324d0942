import type { CrudFilters, DataProvider } from '@refinedev/core'
import { changeRow, fetchRow, fetchRows, type Resource } from '../../../tasks-api.ts'

const unused = () => Promise.reject(new Error('the API has no such call'))

const queryOf = (filters: CrudFilters = []) =>
  Object.fromEntries(filters.flatMap((filter) => ('field' in filter ? [[filter.field, filter.value as unknown]] : [])))

export const dataProvider = {
  getApiUrl: () => '',
  getList: async ({ resource, pagination: { currentPage = 1, pageSize = 50 } = {}, filters }) => {
    const wanted = { page: currentPage, pageSize, filters: queryOf(filters) }
    const { rows, total } = await fetchRows(resource as Resource, wanted)
    return { data: rows.map((row) => ({ ...row, id: row._id })), total }
  },
  getOne: async ({ resource, id }) => ({ data: await fetchRow(resource as Resource, String(id)) }),
  update: async ({ resource, id, variables }) => {
    await changeRow(resource as Resource, String(id), variables as Record<string, unknown>)
    return { data: await fetchRow(resource as Resource, String(id)) }
  },
  create: unused,
  deleteOne: unused,
} as DataProvider
