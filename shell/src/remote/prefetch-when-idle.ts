import type { Release, Remotes } from '@interline/federation/runtime'
import { warmListDoor } from '../provides.ts'
import { whenIdle } from '../when-idle.ts'

/** Whether the person asked the browser to load no more than needed. */
const savesData = () => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Loads what the next screens need, one thing per idle moment: the list door, then each remote; nothing for who saves data.
 * Returns how to stop.
 */
export function prefetchWhenIdle({ remotes: pinned }: Release, remotes: Remotes): () => void {
  const acts = [() => void warmListDoor().catch(() => undefined), ...Object.keys(pinned).map((name) => () => remotes.prefetch(name))]
  let stop: () => void = () => undefined
  const next = () => {
    const act = acts.shift()
    if (!act) return
    stop = whenIdle(() => {
      act()
      next()
    })
  }
  if (!savesData()) next()
  return () => stop()
}
