import { Activity, Component, createRef, useLayoutEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { RoutesAt, type RouteObject } from '@interline/shared/router'
import { ShownContext } from '../remotes/failures/shown.ts'
import type { KeptScreen } from './kept-screens.ts'
import { ScreenBoundary } from './screen-boundary.tsx'
import { noteWhereLeft, scrollToWhereLeft, watchPlace } from './where-left.ts'

type ScreensProps = {
  routes: RouteObject[]
  /** The one that is shown first. */
  kept: readonly KeptScreen[]
  onThrownHidden: (screen: KeptScreen, error: unknown) => void
}

/**
 * All screens that are mounted. Those that are not shown are hidden by `Activity`, which ends their effects, and are
 * not in the page: what looks for a heading, a label or an id finds those of the screen that is shown.
 */
export function Screens({ routes, kept, onThrownHidden }: ScreensProps) {
  const [shown] = kept
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (!shown || before.current === shown) return
    const isOther = before.current?.location.pathname !== shown.location.pathname
    before.current = shown
    if (isOther) scrollToWhereLeft(shown)
  }, [shown])
  return (
    <>
      {shown && <Place screen={shown} />}
      {kept.map((screen) =>
        createPortal(
          <MountedScreen {...{ routes, screen, onThrownHidden }} isShown={screen === shown} />,
          screen.place,
          screen.path,
        ),
      )}
    </>
  )
}

type MountedScreenProps = Pick<ScreensProps, 'routes' | 'onThrownHidden'> & { screen: KeptScreen; isShown: boolean }

function MountedScreen({ routes, screen, isShown, onThrownHidden }: MountedScreenProps) {
  const shown = useMemo(
    () => ({ isShown, onThrownHidden: (error: unknown) => onThrownHidden(screen, error) }),
    [isShown, screen, onThrownHidden],
  )
  return (
    <ScreenBoundary {...shown}>
      <ShownContext value={shown}>
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <RoutesAt routes={routes} location={screen.location} />
        </Activity>
      </ShownContext>
    </ScreenBoundary>
  )
}

/**
 * Where the screen that is shown stands in the page. It is drawn before the screens: their layout effects find them in
 * the page.
 */
class Place extends Component<{ screen: KeptScreen }> {
  private readonly box = createRef<HTMLDivElement>()

  private put() {
    watchPlace(this.props.screen.place)
    this.box.current?.replaceChildren(this.props.screen.place)
  }

  override componentDidMount() {
    this.put()
  }

  // The only moment in which the page still is as the reader left it.
  override getSnapshotBeforeUpdate({ screen }: { screen: KeptScreen }) {
    if (screen.location !== this.props.screen.location) noteWhereLeft(screen)
    return null
  }

  override componentDidUpdate({ screen }: { screen: KeptScreen }) {
    if (screen.place !== this.props.screen.place) this.put()
  }

  override render() {
    return <div ref={this.box} />
  }
}
