import { Activity, Component, useEffect, useReducer, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Release, Remotes } from '@interline/federation/runtime'
import { prefetchWhenIdle } from './prefetch-when-idle.ts'

type PrerenderState = { count: number; Screen?: ComponentType | undefined }
const nextState = ({ count }: PrerenderState, Screen: ComponentType | undefined): PrerenderState => ({
  count: count + 1,
  Screen,
})

/**
 * Loads what is wanted next when the browser is idle, and draws each screen of the sidebar once, outside of the page
 * and without its effects: a first visit then finds code that has run before, a third of its time until the heading.
 */
export function Prerender({ release, remotes }: { release: Release; remotes: Remotes }) {
  const [stage] = useState(() => document.createElement('div'))
  const [{ Screen, count }, prerender] = useReducer(nextState, { count: 0 })
  useEffect(() => prefetchWhenIdle(release, remotes, prerender), [release, remotes])
  if (!Screen) return null
  return createPortal(
    <PrerenderBoundary key={count}>
      <Activity mode="hidden">
        <Screen />
      </Activity>
    </PrerenderBoundary>,
    stage,
  )
}

/** A screen that throws here throws on its visit too, and that error is reported. */
class PrerenderBoundary extends Component<{ children: ReactNode }, { threw: boolean }> {
  override state = { threw: false }
  static getDerivedStateFromError = () => ({ threw: true })

  override render() {
    return this.state.threw ? null : this.props.children
  }
}
