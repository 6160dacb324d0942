import { useState } from 'react'
import type { PinnedRemote, Remotes } from '@interline/federation/runtime'
import { RemoteContent } from './remote-content.tsx'
import { RemoteFailed } from './remote-failed.tsx'

type RemoteScreenProps = { remotes: Remotes; pinned: PinnedRemote; path: string }

/** One route of a remote: loaded when it is visited; whatever goes wrong inside stays inside. */
export function RemoteScreen({ remotes, pinned, path }: RemoteScreenProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <RemoteContent
      key={attempt}
      remotes={remotes}
      pinned={pinned}
      path={path}
      failed={(error) => (
        <RemoteFailed pinned={pinned} error={error} attempt={attempt} onRetry={() => setAttempt(attempt + 1)} />
      )}
    />
  )
}
