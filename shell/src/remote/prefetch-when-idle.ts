import type { Release, Remotes } from '@interline/federation/runtime'
import { warmLateParts } from '@interline/shared/ui'
import { laterDoors } from '../provides.ts'
import { afterFirstScreen, whenIdle } from '../when-idle.ts'

/** Whether the person asked the browser to load no more than needed. */
const savesData = () => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Once the first screen stands, loads what is wanted next, one thing per idle moment, each when the one before is there: the dialogs of this screen, the doors that come
 * later, each remote, and then theirs; nothing for who saves data. Returns how to stop.
 */
export function prefetchWhenIdle({ remotes: pinned }: Release, remotes: Remotes): () => void {
  const acts: (() => Promise<unknown>)[] = [
    warmLateParts,
    ...Object.values(laterDoors),
    ...Object.keys(pinned).map((name) => () => remotes.prefetch(name)),
    warmLateParts,
  ]
  let wanted = true
  let stop: () => void = () => undefined
  const next = () => {
    const act = acts.shift()
    if (act && wanted) stop = whenIdle(() => void act().then(next, next))
  }
  if (!savesData()) stop = afterFirstScreen(next)
  return () => {
    wanted = false
    stop()
  }
}
