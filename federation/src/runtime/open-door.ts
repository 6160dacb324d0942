import type { ComponentType } from 'react'
import type { PinnedRemote } from '../schema/index.ts'
import { loadDoor } from './host.ts'
import { explainRemote, RemoteError } from './remote-error.ts'

/** A screen of a remote: the route it stands at, as its descriptor names it, and what is drawn there. */
export type RemoteScreen = { path: string; Component: ComponentType }
/** What a remote's `src/routes.tsx` exports. */
export type RemoteDoor = {
  routes: RemoteScreen[]
  /** Said by a build from source whose components keep their state when the next such build takes its place. */
  refreshes?: boolean
}

const pause = 300

/**
 * Loads the door of one version of a remote; files that do not arrive are asked for twice. Rejects with `RemoteError`, at the
 * latest after `patience` ms.
 */
export async function openDoor(version: PinnedRemote, patience: number): Promise<RemoteDoor> {
  const { name } = version.descriptor
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RemoteError(name, 'unreachable', new Error(`${name} did not answer within ${patience} ms`))), patience)
  })
  try {
    return await Promise.race([tooLate, attemptTwice(version, () => isOver)])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

/** What nobody waits for any more is not asked for again: the next one who asks would wait with it. */
async function attemptTwice(version: PinnedRemote, isOver: () => boolean): Promise<RemoteDoor> {
  try {
    return await attempt(version)
  } catch (error) {
    if (!(error instanceof RemoteError) || error.kind !== 'unreachable' || isOver()) throw error
    // A preload of this page that failed is replayed once to whoever asks for that file, even when its origin is back. The
    // pause lets the other files of the first attempt fail too, so that the second asks for all of them anew.
    await new Promise((resolve) => setTimeout(resolve, pause))
    return attempt(version)
  }
}

async function attempt(version: PinnedRemote): Promise<RemoteDoor> {
  const { name } = version.descriptor
  const door = await loadDoor<RemoteDoor>(version).catch((cause: unknown) => Promise.reject(explainRemote(name, cause)))
  if (!Array.isArray(door.routes)) throw explainRemote(name, new Error(`${name} exports no routes`))
  return door
}
