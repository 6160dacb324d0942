import type { ComponentType } from 'react'
import type { Release } from '../schema/index.ts'
import { loadDoor, registerRelease } from './host.ts'
import { explainRemote, type RemoteError } from './remote-error.ts'

/** A screen of a remote: the route it stands at, as its descriptor names it, and what is drawn there. */
export type RemoteScreen = { path: string; Component: ComponentType }

/** What a remote's `src/routes.tsx` exports. */
export type RemoteDoor = { routes: RemoteScreen[] }

const pause = 300

async function openDoor(remote: string): Promise<RemoteDoor> {
  const door = await loadDoor<RemoteDoor>(remote).catch((cause: unknown) => Promise.reject(explainRemote(remote, cause)))
  if (!Array.isArray(door.routes)) throw explainRemote(remote, new Error(`${remote} exports no routes`))
  return door
}

/** The remotes of one release: loaded when asked for, kept when loaded, asked for again when they failed. */
export function openRemotes(release: Release) {
  registerRelease(release)
  const loaded = new Map<string, RemoteDoor>()
  const underWay = new Map<string, Promise<RemoteDoor>>()

  /** Rejects with `RemoteError`. Callers that ask at the same time share one attempt. */
  function load(remote: string): Promise<RemoteDoor> {
    const known = loaded.get(remote)
    if (known) return Promise.resolve(known)
    const running = underWay.get(remote)
    if (running) return running
    const loading = openDoor(remote)
      .catch(async (error: RemoteError) => {
        if (error.kind !== 'unreachable') throw error
        // A preload of this page that failed is replayed once to whoever asks for that file, even when its origin is back. The
        // pause lets the other files of the first attempt fail too, so that the second asks for all of them anew.
        await new Promise((resolve) => setTimeout(resolve, pause))
        return openDoor(remote)
      })
      .then((door) => {
        loaded.set(remote, door)
        return door
      })
      .finally(() => underWay.delete(remote))
    underWay.set(remote, loading)
    return loading
  }

  return {
    load,

    /** The door of a remote that is loaded already. */
    peek: (remote: string) => loaded.get(remote),

    /** Loads a remote ahead of its first visit. A failure is left for that visit to meet and tell. */
    prefetch(remote: string) {
      if (release.remotes[remote]) load(remote).catch(() => undefined)
    },
  }
}
export type Remotes = ReturnType<typeof openRemotes>
