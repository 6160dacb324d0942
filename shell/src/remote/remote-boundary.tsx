import { Component, useEffect, type ReactNode } from 'react'

type RemoteBoundaryProps = {
  children: ReactNode
  failed: (error: unknown) => ReactNode
  /** Stands in for a screen that threw before it stood, until somebody decided what comes in its place. */
  mounting: ReactNode
  onMountFailure: (error: unknown) => void
  /** Where the screen stands; a failure there says nothing about the next address. */
  at: string
  /** Which version it is of; a failure of one says nothing about another. */
  version: string
}

/** Catches what a remote's screen throws: the first time it is drawn, with its effects, or later. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { thrown: { error: unknown } | null }> {
  override state: { thrown: { error: unknown } | null } = { thrown: null }
  private hasStood = false

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } }
  }

  override componentDidCatch(error: unknown) {
    if (!this.hasStood) this.props.onMountFailure(error)
  }

  override componentDidUpdate(before: RemoteBoundaryProps) {
    if (this.state.thrown && (before.at !== this.props.at || before.version !== this.props.version)) this.setState({ thrown: null })
  }

  override render() {
    const { children, failed, mounting } = this.props
    if (this.state.thrown) return this.hasStood ? failed(this.state.thrown.error) : mounting
    return (
      <>
        {children}
        <Standing onStanding={() => (this.hasStood = true)} />
      </>
    )
  }
}

/** Tells that what is drawn before it stands: drawn, and its effects run without a throw. */
function Standing({ onStanding }: { onStanding: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onStanding)
    return () => clearTimeout(timer)
  }, [onStanding])
  return null
}
