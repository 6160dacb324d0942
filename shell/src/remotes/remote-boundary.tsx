import { Component, Suspense, useEffect, type ReactNode } from 'react'
import { RemoteError, toError } from '@interline/federation/runtime'
import { ShownContext, type Shown } from './failures/shown.ts'

type RemoteBoundaryProps = {
  children: ReactNode
  failed: (error: unknown) => ReactNode
  /** Shown until the screen stands, and while its fallback is loaded. */
  mounting: ReactNode
  /** How long the screen may wait for code or data from now on, in ms. */
  standWithin: () => number
  /** Called before the first drawing, when the screen stands, and when it will not be drawn any more. */
  onDrawing: () => void
  onStands: () => void
  onGone: () => void
  onMountFailure: (error: unknown) => void
  onRunFailure: (error: unknown) => void
  remote: string
  /** The address of the screen; a failure there says nothing about the next address. */
  at: string
  /** The version that failed: a failure of one says nothing about another. */
  version: string
}

/**
 * Catches what a remote's screen does wrong: what it throws the first time it is drawn, with its effects, or later, and
 * that it waits for something for ever.
 */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { thrown: { error: unknown } | null }> {
  static override contextType = ShownContext
  declare context: Shown
  override state: { thrown: { error: unknown } | null } = { thrown: null }
  private hasRendered = false
  private readonly firstMs: number

  constructor(props: RemoteBoundaryProps) {
    super(props)
    this.firstMs = props.standWithin()
    props.onDrawing()
  }

  static getDerivedStateFromError(thrown: unknown) {
    return { thrown: { error: toError(thrown) } }
  }

  override componentDidCatch(thrown: unknown) {
    const error = toError(thrown)
    this.props.onGone()
    if (this.hasRendered) this.props.onRunFailure(error)
    else this.props.onMountFailure(error)
  }

  override componentDidUpdate(before: RemoteBoundaryProps) {
    if (this.state.thrown && (before.at !== this.props.at || before.version !== this.props.version))
      this.setState({ thrown: null })
  }

  override componentWillUnmount() {
    this.props.onGone()
  }

  private late = (ms: number) => {
    const error = new RemoteError(this.props.remote, 'late', new Error(`the screen did not stand within ${ms} ms`))
    this.setState({ thrown: { error } })
    this.componentDidCatch(error)
  }

  private stands = () => {
    this.hasRendered = true
    this.props.onStands()
  }

  override render() {
    const { children, failed, mounting } = this.props
    const { thrown } = this.state
    const { isShown, onThrownHidden } = this.context
    // React calls nothing else of a boundary in a hidden screen.
    if (thrown && !isShown) queueMicrotask(() => onThrownHidden(thrown.error))
    if (thrown && !isShown) return null
    if (thrown) return this.hasRendered ? failed(thrown.error) : mounting
    return (
      <Suspense fallback={<Waiting mounting={mounting} ms={this.firstMs} onLate={this.late} />}>
        {children}
        <Rendered onRendered={this.stands} />
      </Suspense>
    )
  }
}

type WaitingProps = { mounting: ReactNode; ms: number; onLate: (ms: number) => void }

/** Shown while a screen waits for code or data. */
function Waiting({ mounting, ms, onLate }: WaitingProps) {
  useEffect(() => {
    const timer = setTimeout(() => onLate(ms), ms)
    return () => clearTimeout(timer)
  }, [ms, onLate])
  return mounting
}

/** Reports that what is drawn before it was rendered, and that its effects ran without a throw. */
function Rendered({ onRendered }: { onRendered: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onRendered)
    return () => clearTimeout(timer)
  }, [onRendered])
  return null
}
