import { pinnedAt, type Release, type Remotes } from '@interline/federation/runtime'
import { firstAnswerArrived } from '@interline/shared/api'
import { session } from '@interline/shared/session'
import { lazyEntryPoints } from '../provides.ts'
import { whenIdle } from './after-first-screen.ts'

/** In ms: for the remote, and once that is there, for its data. */
const timeoutMs = { code: 1000, data: 150 }

/**
 * Loads the remote of the address before anything is drawn, with the shared entry points that it needs at once and the
 * first data: drawing the whole screen once costs less than drawing the layout and then the rest, and until the screen
 * is drawn the loader covers them. Resolves when it is there, failed, or takes too long; whoever draws the screen then
 * waits for it, or says what is wrong. The page preloads the code for the signed-out too: it runs in an idle moment,
 * and nobody waits for it.
 */
export async function loadFirstRemote(
  release: Release,
  remotes: Remotes,
  pathname = window.location.pathname,
): Promise<void> {
  const wanted = pinnedAt(release, pathname)
  if (!wanted || release.off[wanted.descriptor.name]) return
  const { name, exposes } = wanted.descriptor
  const needed = exposes['./routes']?.shared ?? []
  const loadCode = () => {
    for (const [name, load] of Object.entries(lazyEntryPoints)) if (needed.includes(name)) load().catch(() => undefined)
    return remotes.load(name).catch(() => undefined)
  }
  if (!session.getState().authenticated) return void whenIdle(() => void loadCode())
  await atMost(timeoutMs.code, loadCode())
  await atMost(timeoutMs.data, firstAnswerArrived())
}

const atMost = (ms: number, waiting: Promise<unknown>) =>
  Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, ms))])
