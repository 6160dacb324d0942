import { createRoot } from 'react-dom/client'
import { RefineThemes, ThemedLayout, useNotificationProvider } from '@refinedev/antd'
import { Authenticated, Refine } from '@refinedev/core'
import routerProvider, { NavigateToResource } from '@refinedev/react-router'
import { App as AntdApp, ConfigProvider } from 'antd'
import { BrowserRouter, Outlet, Route, Routes } from 'react-router'
import '@ant-design/v5-patch-for-react-19'
import '@refinedev/antd/dist/reset.css'
import { authProvider } from '../auth-provider.ts'
import { AuditList } from './audit.tsx'
import { BookingEdit, BookingList } from './bookings.tsx'
import { ChatEdit, ChatList } from './chats.tsx'
import { dataProvider } from './data-provider.ts'
import { DriverEdit, DriverList } from './drivers.tsx'

const resources = [
  { name: 'drivers', list: '/drivers', edit: '/drivers/edit/:id' },
  { name: 'bookings', list: '/bookings', edit: '/bookings/edit/:id' },
  { name: 'chats', list: '/chats', edit: '/chats/edit/:id' },
  { name: 'audit', list: '/audit' },
]

const signedIn = (
  <Authenticated key="signed-in">
    <ThemedLayout>
      <Outlet />
    </ThemedLayout>
  </Authenticated>
)

const App = () => (
  <BrowserRouter>
    <ConfigProvider theme={RefineThemes.Blue}>
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
              <Route path="/drivers/edit/:id" element={<DriverEdit />} />
              <Route path="/bookings" element={<BookingList />} />
              <Route path="/bookings/edit/:id" element={<BookingEdit />} />
              <Route path="/chats" element={<ChatList />} />
              <Route path="/chats/edit/:id" element={<ChatEdit />} />
              <Route path="/audit" element={<AuditList />} />
            </Route>
          </Routes>
        </Refine>
      </AntdApp>
    </ConfigProvider>
  </BrowserRouter>
)

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
