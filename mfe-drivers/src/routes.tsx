import { DriversPage } from './drivers-page.tsx'

export const routes = [{ path: '/drivers', Component: DriversPage }]
