import { Component, type ReactNode } from 'react'

type RemoteBoundaryProps = {
  children: ReactNode
  failed: (error: unknown) => ReactNode
  /** Where the screen stands; a failure there says nothing about the next address. */
  at: string
}

/** Catches what a remote's screen throws while it renders. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { thrown: { error: unknown } | null }> {
  override state: { thrown: { error: unknown } | null } = { thrown: null }

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } }
  }

  override componentDidUpdate(before: RemoteBoundaryProps) {
    if (this.state.thrown && before.at !== this.props.at) this.setState({ thrown: null })
  }

  override render() {
    return this.state.thrown ? this.props.failed(this.state.thrown.error) : this.props.children
  }
}
