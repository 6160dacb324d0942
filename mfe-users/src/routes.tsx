import { lazyWithRetry } from '@interline/shared/ui'
import { UsersPage } from './users-page.tsx'

const UserPage = lazyWithRetry(async () => (await import('./record/user-page.tsx')).UserPage)

export const routes = [
  { path: '/users', Component: UsersPage },
  { path: '/users/:id', Component: UserPage },
]
