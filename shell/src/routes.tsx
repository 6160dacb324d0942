import { Navigate, useMatch, type RouteObject } from '@interline/shared/router'
import type { PinnedRemote, Release, Remotes } from '@interline/federation/runtime'
import { lazyWithRetry } from '@interline/shared/ui'
import { Dashboard } from './dashboard/dashboard.tsx'
import { Layout } from './layout/layout.tsx'
import { NotFound } from './errors/not-found.tsx'
import { t } from './messages.ts'
import { LeavingOutlet } from './remotes/failures/leave-boundary.tsx'
import { ClosedScreen } from './remotes/closed-screen.tsx'
import { Permitted } from './remotes/permitted.tsx'
import { RemoteScreen } from './remotes/remote-screen.tsx'
import { RouterError } from './errors/fatal.tsx'
import { SessionGate } from './auth/session-gate.tsx'
import { SignIn } from './auth/sign-in.tsx'
import { dropWhenLeft } from './screens/mounted-screens.ts'

// Few people open them, so their code is not in the first files and not loaded ahead.
const far = { isFar: true }
const MyAccount = lazyWithRetry(async () => (await import('./account/my-account.tsx')).MyAccount, far)
const Releases = lazyWithRetry(async () => (await import('./releases/history/releases.tsx')).Releases, far)
const ForgotPassword = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "new-password" */ './auth/new-password/forgot-password.tsx')).ForgotPassword,
  far,
)
const ResetPassword = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "new-password" */ './auth/new-password/reset-password.tsx')).ResetPassword,
  far,
)
const AcceptInvitation = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "new-password" */ './auth/new-password/accept-invitation.tsx')).AcceptInvitation,
  far,
)

/** The screens inside the layout: the shell's own, and those that the release's remotes bring. */
export function screensOf(release: Release, remotes: Remotes): RouteObject[] {
  const screenOf = (pinned: PinnedRemote, path: string) => {
    const off = release.off[pinned.descriptor.name]
    return off ? (
      <ClosedScreen title={t('remote.off', { title: pinned.descriptor.title })} text={off.message} />
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
    ...['/error-404', '*'].map((path) => ({ path, element: <NotFound />, handle: dropWhenLeft })),
  ]
}

/** The signed-out see this at every address that is not public. */
const SignedOut = (page: { release: Release; remotes: Remotes }) =>
  useMatch('/error-404') ? <NotFound /> : <SignIn {...page} />

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
        {
          path: '*',
          element: <SessionGate signedIn={frame} signedOut={<SignedOut release={release} remotes={remotes} />} />,
        },
      ],
    },
  ]
}
