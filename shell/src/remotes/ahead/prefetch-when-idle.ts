import type { ComponentType } from 'react'
import { matchesRoute, type Release, type Remotes } from '@interline/federation/runtime'
import { prefetchLazy } from '@interline/shared/ui'
import { lazyEntryPoints } from '../../provides.ts'
import { afterFirstScreen, whenIdle } from '../../page/when-idle.ts'

/** Whether the person asked the browser to load no more than needed. */
const savesData = () => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Once the first screen is drawn, loads what is wanted next, one thing per idle moment, each when the one before is
 * there: the dialogs of this screen, the lazy entry points, each remote, and then theirs; then has each screen of the
 * sidebar prerendered that has stood in this browser before, and at last none: one that never stood could take the page
 * with it. Nothing for who saves data. Returns how to stop.
 */
export function prefetchWhenIdle(
  { remotes: pinned }: Release,
  remotes: Remotes,
  prerender: (Screen: ComponentType | undefined) => void,
): () => void {
  const screens = Object.values(pinned).flatMap(({ descriptor: { name, sidebar } }) =>
    sidebar.map(({ path }) => ({ name, path })),
  )
  const screenOf = ({ name, path }: { name: string; path: string }) => {
    const running = remotes.peek(name)
    if (!running || matchesRoute(path, window.location.pathname)) return undefined
    if (!remotes.attempts.hasStood(running.version.url, path)) return undefined
    return running.routes.find((route) => route.path === path)?.Component
  }
  const acts: (() => unknown)[] = [
    prefetchLazy,
    ...Object.values(lazyEntryPoints),
    ...Object.keys(pinned).map((name) => () => remotes.prefetch(name)),
    prefetchLazy,
    ...screens.map((screen) => () => prerender(screenOf(screen))),
    () => prerender(undefined),
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
