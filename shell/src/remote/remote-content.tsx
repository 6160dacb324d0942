import { useEffect, useState, type ReactNode } from 'react'
import type { PinnedRemote, Remotes } from '@interline/federation/runtime'
import { logFailure } from '@interline/shared'
import { announceFirstScreen } from '../loader.ts'
import { MissingScreen } from './missing-screen.ts'
import { RemoteLoading } from './remote-loading.tsx'

type RemoteContentProps = { remotes: Remotes; pinned: PinnedRemote; path: string; failed: (error: unknown) => ReactNode }

/** Loads the remote unless it is there, then draws the screen that stands at the path. */
export function RemoteContent({ remotes, pinned, path, failed }: RemoteContentProps) {
  const { name, title } = pinned.descriptor
  const [door, setDoor] = useState(() => remotes.peek(name))
  const [failure, setFailure] = useState<{ error: unknown }>()

  useEffect(() => {
    if (door) return announceFirstScreen()
    let here = true
    remotes.load(name).then(
      (loaded) => here && setDoor(loaded),
      (error: unknown) => {
        if (!here) return
        logFailure(`Section ${name}`, error)
        setFailure({ error })
        announceFirstScreen()
      },
    )
    return () => {
      here = false
    }
  }, [door, name, remotes])

  if (failure) return failed(failure.error)
  if (!door) return <RemoteLoading title={title} />
  const Screen = door.routes.find((route) => route.path === path)?.Component
  return Screen ? <Screen /> : failed(new MissingScreen(path))
}
