import { lazy } from 'react'
import { Admin, Resource } from 'react-admin'
import { BrowserRouter } from 'react-router-dom'
import { authProvider } from './auth-provider.ts'
import { dataProvider } from './data-provider.ts'
import { DriverList } from './driver-list.tsx'
import { UserList } from './user-list.tsx'

const DriverShow = lazy(() => import('./driver-show.tsx').then(({ DriverShow }) => ({ default: DriverShow })))
const DriverEdit = lazy(() => import('./driver-edit.tsx').then(({ DriverEdit }) => ({ default: DriverEdit })))

export const App = () => (
  <BrowserRouter>
    <Admin title="Drivers" dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
      <Resource name="drivers" list={DriverList} show={DriverShow} edit={DriverEdit} recordRepresentation="full_name" />
      <Resource name="users" list={UserList} recordRepresentation="full_name" />
    </Admin>
  </BrowserRouter>
)
