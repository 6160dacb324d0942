import { Component, createRef, useLayoutEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { RoutesAt, type RouteObject } from '@interline/shared/router'
import { ShownContext } from '../remotes/failures/shown.ts'
import type { MountedScreen } from './mounted-screens.ts'
import { noteWhereLeft, scrollToWhereLeft, watchContainer } from './where-left.ts'

type ScreensProps = {
  routes: RouteObject[]
  /** The one that is shown first. */
  mounted: readonly MountedScreen[]
  onThrownHidden: (screen: MountedScreen, error: unknown) => void
}

/**
 * All screens that are mounted. Those that are not shown are hidden by `Activity`, which ends their effects, and are
 * not in the page: what looks for a heading, a label or an id finds those of the screen that is shown.
 */
export function Screens({ routes, mounted, onThrownHidden }: ScreensProps) {
  const [shown] = mounted
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (!shown || before.current === shown) return
    const isOther = before.current?.location.pathname !== shown.location.pathname
    before.current = shown
    if (isOther) scrollToWhereLeft(shown)
  }, [shown])
  return (
    <>
      {shown && <ScreenContainer screen={shown} />}
      {mounted.map((screen) =>
        createPortal(
          <ScreenActivity {...{ routes, screen, onThrownHidden }} isShown={screen === shown} />,
          screen.container,
          screen.path,
        ),
      )}
    </>
  )
}

type ScreenActivityProps = Pick<ScreensProps, 'routes' | 'onThrownHidden'> & { screen: MountedScreen; isShown: boolean }

function ScreenActivity({ routes, screen, isShown, onThrownHidden }: ScreenActivityProps) {
  const shown = useMemo(
    () => ({ isShown, onThrownHidden: (error: unknown) => onThrownHidden(screen, error) }),
    [isShown, screen, onThrownHidden],
  )
  return (
    <ShownContext value={shown}>
      <RoutesAt routes={routes} location={screen.location} isShown={isShown} />
    </ShownContext>
  )
}

/**
 * Where the screen that is shown stands in the page. It is drawn before the screens: their layout effects find them in
 * the page.
 */
class ScreenContainer extends Component<{ screen: MountedScreen }> {
  private readonly box = createRef<HTMLDivElement>()

  private put() {
    watchContainer(this.props.screen.container)
    this.box.current?.replaceChildren(this.props.screen.container)
  }

  override componentDidMount() {
    this.put()
  }

  // The only moment in which the page still is as the reader left it.
  override getSnapshotBeforeUpdate({ screen }: { screen: MountedScreen }) {
    if (screen.location !== this.props.screen.location) noteWhereLeft(screen)
    return null
  }

  override componentDidUpdate({ screen }: { screen: MountedScreen }) {
    if (screen.container !== this.props.screen.container) this.put()
  }

  override render() {
    return <div ref={this.box} />
  }
}
