import { lazyWithRetry } from '@interline/shared/ui'
import { DriverRidesPage } from './driver-rides/driver-rides-page.tsx'
import { UserRidesPage } from './user-rides/user-rides-page.tsx'

const BookingPage = lazyWithRetry(async () => (await import('./record/booking-page.tsx')).BookingPage)

export const routes = [
  { path: '/driver-rides', Component: DriverRidesPage },
  { path: '/user-rides', Component: UserRidesPage },
  { path: '/user-rides/:id', Component: BookingPage },
]
