import { Navigate, type RouteObject } from '@interline/shared/router'
import type { PinnedRemote, Release, Remotes } from '@interline/federation/runtime'
import { Dashboard } from './dashboard/dashboard.tsx'
import { Layout } from './layout/layout.tsx'
import { NotFound } from './errors/not-found.tsx'
import { LeavingOutlet } from './remotes/failures/leave-boundary.tsx'
import { RemoteOff } from './remotes/remote-off.tsx'
import { RemoteScreen } from './remotes/remote-screen.tsx'
import { RouterError } from './errors/router-error.tsx'
import { SessionGate } from './auth/session-gate.tsx'
import { ForgotPassword } from './auth/forgot-password.tsx'
import { ResetPassword } from './auth/reset-password.tsx'
import { SignIn } from './auth/sign-in.tsx'

// Few people open it, so its code is not in the first files.
const loadReleases = async () => ({ Component: (await import('./releases/history/releases.tsx')).Releases })

/** All routes of SPEC §2: the shell's own, and those that the release's remotes bring. */
export function routes(
  release: Release,
  remotes: Remotes,
  reportUncaught: (thrown: unknown, left: string) => void,
): RouteObject[] {
  const screenOf = (pinned: PinnedRemote, path: string) => {
    const off = release.off[pinned.descriptor.name]
    return off ? (
      <RemoteOff pinned={pinned} message={off.message} />
    ) : (
      <RemoteScreen key={path} remotes={remotes} pinned={pinned} path={path} />
    )
  }
  const frame = <Layout release={release} remotes={remotes} onThrown={reportUncaught} />
  const remoteRoutes = Object.values(release.remotes).flatMap((pinned) =>
    pinned.descriptor.routes.map((path) => ({ path, element: screenOf(pinned, path) })),
  )
  return [
    {
      errorElement: <RouterError />,
      element: <LeavingOutlet onThrown={reportUncaught} />,
      children: [
        { path: '/forgot-password', element: <ForgotPassword /> },
        { path: '/reset-password', element: <ResetPassword /> },
        {
          path: '/error-404',
          element: <SessionGate signedIn={frame} signedOut={<NotFound />} />,
          children: [{ index: true, element: <NotFound /> }],
        },
        {
          element: <SessionGate signedIn={frame} signedOut={<SignIn release={release} remotes={remotes} />} />,
          children: [
            { path: '/', element: <Dashboard /> },
            { path: '/releases', lazy: loadReleases, hydrateFallbackElement: <></> },
            { path: '/dashboard/default/:layout', element: <Navigate to="/" replace /> },
            ...remoteRoutes,
            { path: '*', element: <NotFound /> },
          ],
        },
      ],
    },
  ]
}
