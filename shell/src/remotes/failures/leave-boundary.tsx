import { Component, type ReactNode } from 'react'
import { Outlet, useLocation } from '@interline/shared/router'

type LeaveBoundaryProps = {
  children: ReactNode
  /** The address that is shown. */
  at: string
  /** Called with what was thrown, and the address that was shown before this one. */
  onThrown: (error: unknown, left: string) => void
}

const mostTimes = 3

/**
 * Catches what a screen throws while it is taken down: React gives that to what stands above it, for its own boundary
 * goes with it. What takes its place is then drawn anew. Who throws again and again at one address is not caught.
 */
class LeaveBoundary extends Component<LeaveBoundaryProps, { thrown: { error: unknown } | null }> {
  override state: { thrown: { error: unknown } | null } = { thrown: null }
  private times = 0
  private left = this.props.at

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } }
  }

  override componentDidCatch(error: unknown) {
    this.times += 1
    this.props.onThrown(error, this.left)
    if (this.times <= mostTimes) this.setState({ thrown: null })
    else this.forceUpdate()
  }

  override componentDidUpdate(before: LeaveBoundaryProps) {
    if (before.at === this.props.at) return
    this.times = 0
    this.left = before.at
  }

  override render() {
    if (!this.state.thrown) return this.props.children
    if (this.times > mostTimes) throw this.state.thrown.error
    return null
  }
}

/** The route's screens; what one throws while it is left takes nothing but itself down. */
export function LeavingOutlet({ onThrown }: Pick<LeaveBoundaryProps, 'onThrown'>) {
  const { pathname } = useLocation()
  return (
    <LeaveBoundary at={pathname} onThrown={onThrown}>
      <Outlet />
    </LeaveBoundary>
  )
}
