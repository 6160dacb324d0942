import { Navigate, type RouteObject } from '@interline/shared/router'
import type { PinnedRemote, Release, Remotes } from '@interline/federation/runtime'
import { Dashboard } from './dashboard/dashboard.tsx'
import { Frame } from './frame/frame.tsx'
import { NotFound } from './not-found.tsx'
import { RemoteOff } from './remote/remote-off.tsx'
import { RemoteScreen } from './remote/remote-screen.tsx'
import { RouterError } from './router-error.tsx'
import { SessionGate } from './session-gate.tsx'
import { ForgotPassword } from './sign-in/forgot-password.tsx'
import { ResetPassword } from './sign-in/reset-password.tsx'
import { SignIn } from './sign-in/sign-in.tsx'

// Few people look at it: its code is no part of the first files.
const loadReleases = async () => ({ Component: (await import('./history/releases.tsx')).Releases })

/** All routes of SPEC §2: the shell's own, and those that the release's remotes bring. */
export function routes(release: Release, remotes: Remotes): RouteObject[] {
  const screenOf = (pinned: PinnedRemote, path: string) => {
    const off = release.off[pinned.descriptor.name]
    return off ? <RemoteOff pinned={pinned} message={off.message} /> : <RemoteScreen key={path} remotes={remotes} pinned={pinned} path={path} />
  }
  const frame = <Frame release={release} remotes={remotes} />
  const remoteRoutes = Object.values(release.remotes).flatMap((pinned) =>
    pinned.descriptor.routes.map((path) => ({ path, element: screenOf(pinned, path) })),
  )
  return [
    {
      errorElement: <RouterError />,
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
