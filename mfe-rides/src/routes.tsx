import { DriverRidesPage } from './driver-rides/driver-rides-page.tsx'
import { UserRidesPage } from './user-rides/user-rides-page.tsx'

export const routes = [
  { path: '/driver-rides', Component: DriverRidesPage },
  { path: '/user-rides', Component: UserRidesPage },
]
