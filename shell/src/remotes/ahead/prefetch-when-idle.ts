import { matchesRoute, type Release, type Remotes } from '@interline/federation/runtime'
import { session } from '@interline/shared/session'
import { prefetchLazy } from '@interline/shared/ui'
import { isWithheld, offeredEntries } from '../offered-entries.ts'
import { lazyEntryPoints } from '../../provides.ts'
import { afterFirstScreen, savesData, whenIdle } from '../../page/when-idle.ts'

/**
 * Whether a screen of the sidebar may be drawn before it is visited: its remote is there, and it has stood in this
 * browser before in this version. One that never stood could take the page with it.
 */
export function mayDrawAhead(remotes: Remotes, { remote, path }: { remote: string | null; path: string }): boolean {
  if (savesData() || document.hidden || matchesRoute(path, window.location.pathname)) return false
  if (remote === null) return true
  const running = remotes.peek(remote)
  return running !== undefined && remotes.attempts.hasStood(running.version.url, path)
}

/**
 * Once the first screen is drawn, loads what is wanted next, one thing per idle moment, each when the one before is
 * there: the dialogs of this screen, the lazy entry points, each remote that this administrator may use, and then
 * theirs; then has each screen of the sidebar drawn that may be. Nothing for who saves data. Returns how to stop.
 */
export function prefetchWhenIdle(
  { remotes: pinned }: Release,
  remotes: Remotes,
  drawAhead: (path: string) => Promise<unknown>,
): () => void {
  const { user } = session.getState()
  const wantedRemotes = Object.values(pinned).filter((remote) => !isWithheld(remote, user))
  const screens: { remote: string | null; path: string }[] = [
    { remote: null, path: '/' },
    ...wantedRemotes.flatMap((remote) =>
      offeredEntries(remote, user).map(({ path }) => ({ remote: remote.descriptor.name, path })),
    ),
  ]
  const acts: (() => unknown)[] = [
    prefetchLazy,
    ...Object.values(lazyEntryPoints),
    ...wantedRemotes.map(
      ({ descriptor: { name } }) =>
        () =>
          remotes.prefetch(name),
    ),
    prefetchLazy,
    ...screens.map((screen) => () => mayDrawAhead(remotes, screen) && drawAhead(screen.path)),
  ]
  let wanted = true
  let stop: () => void = () => undefined
  const next = () => {
    const act = acts.shift()
    if (act && wanted) stop = whenIdle(() => void Promise.resolve(act()).then(next, next))
  }
  if (!savesData()) stop = afterFirstScreen(next)
  return () => {
    wanted = false
    stop()
  }
}
