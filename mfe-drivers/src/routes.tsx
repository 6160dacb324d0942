import { lazyWithRetry } from '@interline/shared/ui'
import { DriversPage } from './drivers-page.tsx'

const QueuePage = lazyWithRetry(async () => (await import('./queue/queue-page.tsx')).QueuePage)
const ImportPage = lazyWithRetry(async () => (await import('./import/import-page.tsx')).ImportPage)
const DriverPage = lazyWithRetry(async () => (await import('./record/driver-page.tsx')).DriverPage)

export const routes = [
  { path: '/drivers', Component: DriversPage },
  { path: '/drivers/queue', Component: QueuePage },
  { path: '/drivers/import', Component: ImportPage },
  { path: '/drivers/:id', Component: DriverPage },
]
