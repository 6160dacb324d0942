import { UsersPage } from './users-page.tsx'

export const routes = [{ path: '/users', Component: UsersPage }]
