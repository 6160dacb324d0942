import { lazy, Suspense } from 'react'
import { ErrorComponent, RefineThemes, ThemedLayout, useNotificationProvider } from '@refinedev/antd'
import { Authenticated, Refine } from '@refinedev/core'
import routerProvider, { CatchAllNavigate, NavigateToResource } from '@refinedev/react-router'
import { App as AntdApp, ConfigProvider } from 'antd'
import { BrowserRouter, Outlet, Route, Routes } from 'react-router'
import '@ant-design/v5-patch-for-react-19'
import '@refinedev/antd/dist/reset.css'
import { authProvider } from './auth-provider.ts'
import { dataProvider } from './data-provider.ts'
import { DriverList } from './driver-list.tsx'
import { UserList } from './user-list.tsx'

const DriverShow = lazy(() => import('./driver-show.tsx').then(({ DriverShow }) => ({ default: DriverShow })))
const DriverEdit = lazy(() => import('./driver-edit.tsx').then(({ DriverEdit }) => ({ default: DriverEdit })))
const Login = lazy(() => import('./login.tsx').then(({ Login }) => ({ default: Login })))

// antd is there once: its hashed class names would only make the styles longer.
const theme = { ...RefineThemes.Blue, hashed: false }
const resources = [
  { name: 'drivers', list: '/drivers', show: '/drivers/show/:id', edit: '/drivers/edit/:id' },
  { name: 'users', list: '/users' },
]

const signedIn = (
  <Authenticated key="signed-in" fallback={<CatchAllNavigate to="/login" />}>
    <ThemedLayout>
      <Suspense>
        <Outlet />
      </Suspense>
    </ThemedLayout>
  </Authenticated>
)

const signedOut = (
  <Authenticated
    key="signed-out"
    fallback={
      <Suspense>
        <Outlet />
      </Suspense>
    }
  >
    <NavigateToResource resource="drivers" />
  </Authenticated>
)

export const App = () => (
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
            <Route element={signedIn}>
              <Route index element={<NavigateToResource resource="drivers" />} />
              <Route path="/drivers" element={<DriverList />} />
              <Route path="/users" element={<UserList />} />
              <Route path="/drivers/show/:id" element={<DriverShow />} />
              <Route path="/drivers/edit/:id" element={<DriverEdit />} />
              <Route path="*" element={<ErrorComponent />} />
            </Route>
            <Route element={signedOut}>
              <Route path="/login" element={<Login />} />
            </Route>
          </Routes>
        </Refine>
      </AntdApp>
    </ConfigProvider>
  </BrowserRouter>
)
