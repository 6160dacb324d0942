import type { Release, Remotes } from '@interline/federation/runtime'
import { warmListDoor } from '../provides.ts'
import { whenIdle } from '../when-idle.ts'

/** Loads what the next screens need, one thing per idle moment: the list door, then each remote. Returns how to stop. */
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
  next()
  return () => stop()
}
