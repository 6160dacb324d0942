import { pinnedAt, type Release, type Remotes } from '@interline/federation/runtime'
import { firstAnswerArrived, session } from '@interline/shared'
import { laterDoors } from '../provides.ts'

/** In ms: for the remote, and once that is there, for its data. */
const patience = { code: 1000, data: 150 }

/**
 * Loads the remote of the address before anything is drawn, with the shared doors that it needs at once and the first data: one drawing of the
 * whole screen costs less than one of the frame and others of the rest, and until the screen stands the loader covers them. Resolves when it is there, failed,
 * or takes too long; whoever draws the screen then waits for it, or says what is wrong.
 */
export async function loadFirstRemote(release: Release, remotes: Remotes, pathname = window.location.pathname): Promise<void> {
  const wanted = pinnedAt(release, pathname)
  if (!wanted || release.off[wanted.descriptor.name] || !session.getState().authenticated) return
  const { name, exposes } = wanted.descriptor
  const needed = exposes['./routes']?.shared ?? []
  for (const [door, load] of Object.entries(laterDoors)) if (needed.includes(door)) load().catch(() => undefined)
  await atMost(patience.code, remotes.load(name).catch(() => undefined))
  await atMost(patience.data, firstAnswerArrived())
}

const atMost = (ms: number, waiting: Promise<unknown>) => Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, ms))])
