import type { ComponentType } from 'react'
import type { PinnedRemote } from '../schema/index.ts'
import { loadExposed } from './host.ts'
import { explainRemote, RemoteError } from './remote-error.ts'
import { fetchAnew } from './check-files.ts'

/** A screen of a remote: its route, as its descriptor names it, and what is drawn there. */
export type RemoteScreen = { path: string; Component: ComponentType }
/** The exports of a remote's `src/routes.tsx`. */
export type RemoteModule = {
  routes: RemoteScreen[]
  /** Said by a build from source whose components keep their state when the next such build takes its place. */
  refreshes?: boolean
}

const pause = 300

/**
 * Loads the exposed module of one version of a remote; files that do not arrive are asked for twice. `anew` asks the
 * origin for the files, whatever copies the browser has. Rejects with `RemoteError`, at the latest after `timeoutMs`.
 */
export async function loadRemoteModule(version: PinnedRemote, timeoutMs: number, anew: boolean): Promise<RemoteModule> {
  const { name } = version.descriptor
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new RemoteError(name, 'late', new Error(`${name} did not answer within ${timeoutMs} ms`))),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([timeout, attemptTwice(version, anew, () => isOver)])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

/** A load that nobody waits for is not tried again, because the next caller would have to wait for that attempt. */
async function attemptTwice(version: PinnedRemote, anew: boolean, isOver: () => boolean): Promise<RemoteModule> {
  try {
    if (anew) await fetchAnew(version)
    return await attempt(version)
  } catch (error) {
    if (!(error instanceof RemoteError) || error.kind !== 'unreachable' || isOver()) throw error
    // A preload of this page that failed is replayed once to whoever asks for that file, even when its origin is back.
    // The pause lets the other files of the first attempt fail too, so that the second asks for all of them anew.
    await new Promise((resolve) => setTimeout(resolve, pause))
    await fetchAnew(version)
    return attempt(version)
  }
}

async function attempt(version: PinnedRemote): Promise<RemoteModule> {
  const { name } = version.descriptor
  const exposed = await loadExposed<RemoteModule>(version).catch((cause: unknown) =>
    Promise.reject(explainRemote(name, cause)),
  )
  const isRoute = (route: unknown) => typeof route === 'object' && route !== null && 'path' in route
  if (!Array.isArray(exposed.routes) || !exposed.routes.every(isRoute))
    throw explainRemote(name, new Error(`${name} exports no routes`))
  return exposed
}
