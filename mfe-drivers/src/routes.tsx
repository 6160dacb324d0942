import { lazyWithRetry } from '@interline/shared/ui'
import { DriversPage } from './drivers-page.tsx'

const QueuePage = lazyWithRetry(async () => (await import('./queue/queue-page.tsx')).QueuePage)

export const routes = [
  { path: '/drivers', Component: DriversPage },
  { path: '/drivers/queue', Component: QueuePage },
]
