export { idIn, termIn } from './in-address.ts'
export { RoutesAt } from './routes-at.tsx'
export { useNavigate, useSearchParams } from './while-shown.ts'
export {
  createBrowserRouter,
  createMemoryRouter,
  createPath,
  isRouteErrorResponse,
  Link,
  matchPath,
  matchRoutes,
  MemoryRouter,
  Navigate,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useMatch,
  useParams,
  useRouteError,
} from 'react-router-dom'
export type { LinkProps, Location, RouteObject } from 'react-router-dom'
