import { Component, type ReactNode } from 'react'

type ScreenBoundaryProps = { children: ReactNode; isShown: boolean; onThrownHidden: (error: unknown) => void }

/** Catches what a screen throws while it is hidden or being hidden. What one that is shown throws goes further up. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { thrown: { error: unknown } | null }> {
  override state: { thrown: { error: unknown } | null } = { thrown: null }

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } }
  }

  override componentDidCatch(error: unknown) {
    this.props.onThrownHidden(error)
  }

  override render() {
    if (!this.state.thrown) return this.props.children
    if (this.props.isShown) throw this.state.thrown.error
    return null
  }
}
