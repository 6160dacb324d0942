import { RefineThemes, ThemedLayout, useNotificationProvider } from '@refinedev/antd'
import { Authenticated, Refine, type AuthProvider, type DataProvider } from '@refinedev/core'
import routerProvider, { NavigateToResource } from '@refinedev/react-router'
import { App as AntdApp, ConfigProvider } from 'antd'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Outlet, Route, Routes } from 'react-router'
import '@ant-design/v5-patch-for-react-19'
import '@refinedev/antd/dist/reset.css'
import { ApiError, changeDriver, fetchRows, readToken, type Driver, type User } from '../../drivers-api.ts'
import { DriverList } from './driver-list.tsx'
import { UserList } from './user-list.tsx'

const unused = () => Promise.reject(new Error('the lists have no such call'))

const authProvider: AuthProvider = {
  login: unused,
  logout: async () => {
    localStorage.removeItem('token')
    return { success: true, redirectTo: '/' }
  },
  check: async () => ({ authenticated: readToken() !== null }),
  onError: async (error: unknown) => (error instanceof ApiError && error.status === 401 ? { logout: true } : {}),
}

const dataProvider = {
  getApiUrl: () => '',
  getList: ({ resource, pagination: { currentPage = 1, pageSize = 20 } = {}, sorters: [sorter] = [] }) =>
    fetchRows<Driver | User>(resource, {
      page: currentPage,
      pageSize,
      sort: sorter?.field ?? 'createdAt',
      descending: sorter?.order !== 'asc',
    }),
  update: async ({ id, variables }) => {
    await changeDriver(String(id), variables ?? {})
    return { data: { id, ...variables } }
  },
  getOne: unused,
  create: unused,
  deleteOne: unused,
} as DataProvider

// antd is there once: its hashed class names would only make the styles longer.
const theme = { ...RefineThemes.Blue, hashed: false }
const resources = [
  { name: 'drivers', list: '/drivers', show: '/drivers/show/:id', edit: '/drivers/edit/:id' },
  { name: 'users', list: '/users', show: '/users/show/:id' },
]

const lists = (
  <Authenticated key="lists" fallback="Signed out">
    <ThemedLayout>
      <Outlet />
    </ThemedLayout>
  </Authenticated>
)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <BrowserRouter>
      <ConfigProvider theme={theme}>
        <AntdApp>
          <Refine
            dataProvider={dataProvider}
            authProvider={authProvider}
            routerProvider={routerProvider}
            notificationProvider={useNotificationProvider}
            resources={resources}
            options={{ syncWithLocation: true, disableTelemetry: true }}
          >
            <Routes>
              <Route element={lists}>
                <Route path="/drivers" element={<DriverList />} />
                <Route path="/users" element={<UserList />} />
                <Route path="*" element={<NavigateToResource resource="drivers" />} />
              </Route>
            </Routes>
          </Refine>
        </AntdApp>
      </ConfigProvider>
    </BrowserRouter>,
  )
