import { Activity, Component, useEffect, useReducer, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Release, Remotes } from '@interline/federation/runtime'
import { prefetchWhenIdle } from './prefetch-when-idle.ts'

type Turn = { turn: number; Screen?: ComponentType | undefined }
const nextTurn = ({ turn }: Turn, Screen: ComponentType | undefined): Turn => ({ turn: turn + 1, Screen })

/**
 * Loads what is wanted next when the browser is idle, and draws each screen of the sidebar once, outside of the page and without its effects: a
 * first visit then finds code that has run before, a third of its time until the heading.
 */
export function Rehearsal({ release, remotes }: { release: Release; remotes: Remotes }) {
  const [stage] = useState(() => document.createElement('div'))
  const [{ Screen, turn }, rehearse] = useReducer(nextTurn, { turn: 0 })
  useEffect(() => prefetchWhenIdle(release, remotes, rehearse), [release, remotes])
  if (!Screen) return null
  return createPortal(
    <Unheard key={turn}>
      <Activity mode="hidden">
        <Screen />
      </Activity>
    </Unheard>,
    stage,
  )
}

/** What a screen throws here, it throws on its visit too, where somebody is told. */
class Unheard extends Component<{ children: ReactNode }, { threw: boolean }> {
  override state = { threw: false }
  static getDerivedStateFromError = () => ({ threw: true })

  override render() {
    return this.state.threw ? null : this.props.children
  }
}
