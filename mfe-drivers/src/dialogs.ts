import { lazyWithRetry } from '@interline/shared/ui'

// One import each for the list and the page of one driver: two would be two copies.
export const ConnectDriver = lazyWithRetry(async () => (await import('./connect/connect-driver.tsx')).ConnectDriver)
export const EditDriver = lazyWithRetry(async () => (await import('./edit/edit-driver.tsx')).EditDriver)
