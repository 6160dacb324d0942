import { Component, useEffect, type ReactNode } from 'react'

type RemoteBoundaryProps = {
  children: ReactNode
  failed: (error: unknown) => ReactNode
  /** Shown instead of a screen that threw before it was rendered, until the fallback is loaded or has failed. */
  mounting: ReactNode
  onMountFailure: (error: unknown) => void
  /** The address of the screen; a failure there says nothing about the next address. */
  at: string
  /** Which version it is of; a failure of one says nothing about another. */
  version: string
}

/** Catches what a remote's screen throws: the first time it is drawn, with its effects, or later. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { thrown: { error: unknown } | null }> {
  override state: { thrown: { error: unknown } | null } = { thrown: null }
  private hasRendered = false

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } }
  }

  override componentDidCatch(error: unknown) {
    if (!this.hasRendered) this.props.onMountFailure(error)
  }

  override componentDidUpdate(before: RemoteBoundaryProps) {
    if (this.state.thrown && (before.at !== this.props.at || before.version !== this.props.version))
      this.setState({ thrown: null })
  }

  override render() {
    const { children, failed, mounting } = this.props
    if (this.state.thrown) return this.hasRendered ? failed(this.state.thrown.error) : mounting
    return (
      <>
        {children}
        <Rendered onRendered={() => (this.hasRendered = true)} />
      </>
    )
  }
}

/** Reports that what is drawn before it was rendered, and that its effects ran without a throw. */
function Rendered({ onRendered }: { onRendered: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onRendered)
    return () => clearTimeout(timer)
  }, [onRendered])
  return null
}
