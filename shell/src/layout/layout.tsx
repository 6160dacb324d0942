import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Release, Remotes } from '@interline/federation/runtime'
import { connectSocket } from '@interline/shared/realtime'
import { usePreferences, useSession } from '@interline/shared/session'
import { createPath, useLocation, type RouteObject } from '@interline/shared/router'
import { Button, Icon, lazyWithRetry, setToastPlace, useNarrow } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import { IdleLater } from '../idle/idle-later.tsx'
import { AboutScreenProvider } from '../releases/about-screen.tsx'
import { CanaryMark } from '../releases/canary-mark.tsx'
import { NewerRelease } from '../releases/newer-release.tsx'
import { mayDrawAhead, prefetchWhenIdle } from '../remotes/ahead/prefetch-when-idle.ts'
import { LeaveBoundary } from '../remotes/failures/leave-boundary.tsx'
import { afterFirstScreen } from '../page/when-idle.ts'
import { drawAhead } from '../screens/draw-ahead.ts'
import type { MountedScreen } from '../screens/mounted-screens.ts'
import { useScreenFocus } from '../screens/screen-focus.ts'
import { Screens } from '../screens/screens.tsx'
import { useMountedScreens } from '../screens/use-mounted-screens.ts'
import { ConnectionHint } from './connection-hint.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header/header.tsx'
import {
  activePath,
  filterEntries,
  listsFor,
  sidebarEntries,
  withViews,
  type SidebarEntry,
} from './sidebar/sidebar-entries.ts'
import { useViews } from './sidebar/views/known-views.ts'
import { ViewsLater } from './sidebar/views/views-later.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'
import { UnreadLater } from '../unread/unread-later.tsx'
import { ShortcutsLater } from '../shortcuts/shortcuts-later.tsx'
import * as styles from './layout.module.css'
import * as sidebarStyles from './sidebar/sidebar.module.css'

const SidebarDrawer = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "dialogs" */ './sidebar/sidebar-drawer.tsx')).SidebarDrawer,
)

type LayoutProps = {
  release: Release
  remotes: Remotes
  screens: RouteObject[]
  onThrown: (thrown: unknown, left: string) => void
}

/** The common layout of every screen for the signed-in (SPEC §2): sidebar, header, the screen, footer. */
export function Layout({ release, remotes, screens, onThrown }: LayoutProps) {
  const t = useT()
  const { pathname } = useLocation()
  const forceCompact = useNarrow(1007)
  const drawer = useNarrow(991)
  const { sidebarCollapsed, setSidebarCollapsed } = usePreferences()
  const [drawerRequested, setDrawerRequested] = useState(false)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const { mounted, addAhead, drop } = useMountedScreens(screens)
  const user = useSession((now) => now.user)
  const own = useMemo(() => sidebarEntries(release, user), [release, user])
  const active = activePath(own, release, pathname)
  const views = useViews()
  const entries = useMemo(
    () =>
      withViews(
        own.map((entry) => ({ ...entry, to: addressOf(entry.path, mounted) })),
        views,
      ),
    [own, mounted, views],
  )
  const matching = filterEntries(entries, wanted)
  const lists = useMemo(() => listsFor(entries, wanted), [entries, wanted])
  const compact = forceCompact || sidebarCollapsed
  // These stay the same from screen to screen, and with them the header, which is not drawn anew.
  const ahead = useCallback((path: string) => drawAhead(path, { addAhead, drop }), [addAhead, drop])
  const near = useCallback(
    (entry: SidebarEntry) => {
      const draw = () => !entry.view && mayDrawAhead(remotes, entry) && void ahead(entry.path)
      if (entry.remote === null) draw()
      else void remotes.prefetch(entry.remote).then(draw)
    },
    [remotes, ahead],
  )
  const openDrawer = useCallback(() => {
    setDrawerRequested(true)
    setDrawerOpen(true)
  }, [])
  const mark = useMemo(() => <CanaryMark release={release} />, [release])

  const thrownHidden = useCallback(
    (screen: MountedScreen, error: unknown) => {
      if (!screen.isAhead) onThrown(error, screen.location.pathname)
      drop(screen)
    },
    [drop, onThrown],
  )

  useScreenFocus(pathname, mounted[0])
  useEffect(() => prefetchWhenIdle(release, remotes, ahead), [release, remotes, ahead])
  // Live updates can wait until there is something to update.
  useEffect(() => afterFirstScreen(connectSocket), [])

  return (
    <AboutScreenProvider release={release} remotes={remotes}>
      <div className={styles.layout} data-sidebar={drawer ? 'drawer' : compact ? 'compact' : 'wide'}>
        <a className={styles.skip} href="#main">
          {t('skip')}
        </a>
        {drawer ? (
          drawerRequested && (
            <SidebarDrawer
              entries={matching}
              active={active}
              onNear={near}
              open={drawerOpen}
              onClose={() => setDrawerOpen(false)}
            />
          )
        ) : (
          <aside className={sidebarStyles.sidebar}>
            <Sidebar entries={matching} active={active} compact={compact} onNear={near} />
            {!forceCompact && (
              <Button
                className={sidebarStyles.fold}
                type="text"
                aria-label={t(compact ? 'sidebar.expand' : 'sidebar.collapse')}
                aria-expanded={!compact}
                icon={<Icon id={compact ? 'chevrons-right' : 'chevrons-left'} />}
                onClick={() => setSidebarCollapsed(!sidebarCollapsed)}
              />
            )}
          </aside>
        )}
        <div className={styles.body}>
          <Header
            release={release}
            entries={matching}
            lists={lists}
            wanted={wanted}
            onWanted={setWanted}
            onNear={near}
            mark={mark}
            {...(drawer && { onMenu: openDrawer })}
          />
          <main id="main" className={styles.main} tabIndex={-1}>
            <LeaveBoundary at={pathname} onThrown={onThrown}>
              <Screens routes={screens} mounted={mounted} onThrownHidden={thrownHidden} />
            </LeaveBoundary>
          </main>
          <div className={styles.notes}>
            <div>
              <div className="il-toasts" ref={setToastPlace} />
              <NewerRelease release={release} />
              <ConnectionHint />
            </div>
            <ScrollToTop />
          </div>
          <Footer release={release.number} />
        </div>
        <IdleLater />
        <UnreadLater />
        <ShortcutsLater places={entries} />
        <ViewsLater isCounted={drawer ? drawerOpen : !compact} />
      </div>
    </AboutScreenProvider>
  )
}

/** Where an entry leads: to its screen as it was left, or to its beginning from that screen itself. */
function addressOf(path: string, [, ...hidden]: readonly MountedScreen[]): string {
  const screen = hidden.find((one) => one.path === path)
  return screen ? createPath(screen.location) : path
}
