import { Navigate, type RouteObject } from '@interline/shared/router'
import type { PinnedRemote, Release, Remotes } from '@interline/federation/runtime'
import { lazyWithRetry } from '@interline/shared/ui'
import { Dashboard } from './dashboard/dashboard.tsx'
import { Layout } from './layout/layout.tsx'
import { NotFound } from './errors/not-found.tsx'
import { LeavingOutlet } from './remotes/failures/leave-boundary.tsx'
import { Permitted } from './remotes/permitted.tsx'
import { RemoteOff } from './remotes/remote-off.tsx'
import { RemoteScreen } from './remotes/remote-screen.tsx'
import { RouterError } from './errors/router-error.tsx'
import { SessionGate } from './auth/session-gate.tsx'
import { SignIn } from './auth/sign-in.tsx'
import { dropWhenLeft } from './screens/use-mounted-screens.ts'

// Few people open them, so their code is not in the first files.
const MyAccount = lazyWithRetry(async () => (await import('./account/my-account.tsx')).MyAccount)
const Releases = lazyWithRetry(async () => (await import('./releases/history/releases.tsx')).Releases)
const ForgotPassword = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "new-password" */ './auth/new-password/forgot-password.tsx')).ForgotPassword,
)
const ResetPassword = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "new-password" */ './auth/new-password/reset-password.tsx')).ResetPassword,
)
const AcceptInvitation = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "new-password" */ './auth/new-password/accept-invitation.tsx')).AcceptInvitation,
)

/** The screens inside the layout: the shell's own, and those that the release's remotes bring. */
export function screensOf(release: Release, remotes: Remotes): RouteObject[] {
  const screenOf = (pinned: PinnedRemote, path: string) => {
    const off = release.off[pinned.descriptor.name]
    return off ? (
      <RemoteOff pinned={pinned} message={off.message} />
    ) : (
      <RemoteScreen key={path} remotes={remotes} pinned={pinned} path={path} />
    )
  }
  const remoteRoutes = Object.values(release.remotes).flatMap((pinned) =>
    pinned.descriptor.routes.map((path) => ({
      path,
      element: <Permitted permission={pinned.descriptor.permissions?.[path]}>{screenOf(pinned, path)}</Permitted>,
    })),
  )
  return [
    { path: '/', element: <Dashboard /> },
    { path: '/my-account', element: <MyAccount />, handle: dropWhenLeft },
    { path: '/releases', element: <Releases />, handle: dropWhenLeft },
    { path: '/dashboard/default/:layout', element: <Navigate to="/" replace />, handle: dropWhenLeft },
    ...remoteRoutes,
    { path: '*', element: <NotFound />, handle: dropWhenLeft },
  ]
}

/** All routes of SPEC §2. */
export function routes(
  release: Release,
  remotes: Remotes,
  reportUncaught: (thrown: unknown, left: string) => void,
): RouteObject[] {
  const screens = screensOf(release, remotes)
  const frame = <Layout release={release} remotes={remotes} screens={screens} onThrown={reportUncaught} />
  return [
    {
      errorElement: <RouterError />,
      element: <LeavingOutlet onThrown={reportUncaught} />,
      children: [
        { path: '/forgot-password', element: <ForgotPassword /> },
        { path: '/reset-password', element: <ResetPassword /> },
        { path: '/accept-invitation', element: <AcceptInvitation /> },
        { path: '/error-404', element: <SessionGate signedIn={frame} signedOut={<NotFound />} /> },
        {
          path: '*',
          element: <SessionGate signedIn={frame} signedOut={<SignIn release={release} remotes={remotes} />} />,
        },
      ],
    },
  ]
}
