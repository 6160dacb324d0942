import { createRoot } from 'react-dom/client'
import { Admin, Resource, type AuthProvider, type DataProvider } from 'react-admin'
import { BrowserRouter } from 'react-router-dom'
import { ApiError, changeDriver, fetchRows, readToken, type Driver, type User } from '../../drivers-api.ts'
import { DriverList } from './driver-list.tsx'
import { UserList } from './user-list.tsx'

const unused = () => Promise.reject(new Error('the lists have no such call'))

const authProvider: AuthProvider = {
  login: unused,
  logout: async () => localStorage.removeItem('token'),
  checkAuth: async () => {
    if (!readToken()) throw new Error('signed out')
  },
  checkError: async (error) => {
    if (error instanceof ApiError && error.status === 401) throw error
  },
}

const dataProvider = {
  getList: async (
    resource,
    { pagination = { page: 1, perPage: 20 }, sort = { field: 'createdAt', order: 'DESC' } },
  ) => {
    const { data, total } = await fetchRows<Driver | User>(resource, {
      page: pagination.page,
      pageSize: pagination.perPage,
      sort: sort.field,
      descending: sort.order === 'DESC',
    })
    return { data: data.map((row) => ({ ...row, id: row._id })), total }
  },
  update: async (_resource, { id, data, previousData }) => {
    await changeDriver(String(id), data)
    return { data: { ...previousData, ...data } }
  },
  getOne: unused,
  getMany: unused,
  getManyReference: unused,
  create: unused,
  updateMany: unused,
  delete: unused,
  deleteMany: unused,
} as DataProvider

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <BrowserRouter>
      <Admin title="Drivers" dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
        <Resource name="drivers" list={DriverList} recordRepresentation="full_name" />
        <Resource name="users" list={UserList} recordRepresentation="full_name" />
      </Admin>
    </BrowserRouter>,
  )
