import { createRoot } from 'react-dom/client'
import { Admin, Resource } from 'react-admin'
import { BrowserRouter } from 'react-router-dom'
import { authProvider } from '../auth-provider.ts'
import { AuditList } from './audit.tsx'
import { BookingEdit, BookingList } from './bookings.tsx'
import { ChatEdit, ChatList } from './chats.tsx'
import { dataProvider } from './data-provider.ts'
import { DriverEdit, DriverList } from './drivers.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <BrowserRouter>
      <Admin title="Back office" dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
        <Resource name="drivers" list={DriverList} edit={DriverEdit} recordRepresentation="full_name" />
        <Resource name="bookings" list={BookingList} edit={BookingEdit} />
        <Resource name="chats" list={ChatList} edit={ChatEdit} recordRepresentation="full_name" />
        <Resource name="audit" list={AuditList} options={{ label: 'Audit' }} />
      </Admin>
    </BrowserRouter>,
  )
