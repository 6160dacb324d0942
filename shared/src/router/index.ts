export { idIn, termIn } from './in-address.ts'
export { RoutesAt } from './routes-at.tsx'
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
  NavLink,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useMatch,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
export type { LinkProps, Location, NavLinkProps, NavigateFunction, RouteObject } from 'react-router-dom'
