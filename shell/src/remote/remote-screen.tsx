import { useState } from 'react'
import type { PinnedRemote, Remotes } from '@interline/federation/runtime'
import { useLocation } from '@interline/shared/router'
import { RemoteBoundary } from './remote-boundary.tsx'
import { RemoteContent } from './remote-content.tsx'
import { RemoteFailed } from './remote-failed.tsx'

type RemoteScreenProps = { remotes: Remotes; pinned: PinnedRemote; path: string }

/** One route of a remote: loaded when it is visited; whatever goes wrong inside stays inside. */
export function RemoteScreen({ remotes, pinned, path }: RemoteScreenProps) {
  const { pathname } = useLocation()
  const [attempt, setAttempt] = useState(0)
  const failed = (error: unknown) => (
    <RemoteFailed pinned={pinned} error={error} attempt={attempt} onRetry={() => setAttempt(attempt + 1)} />
  )
  return (
    <RemoteBoundary key={attempt} at={pathname} failed={failed}>
      <RemoteContent remotes={remotes} pinned={pinned} path={path} failed={failed} />
    </RemoteBoundary>
  )
}
