import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Release, Remotes } from '@interline/federation/runtime'
import { useBackend, usePreferences, useSession } from '@interline/shared/session'
import { createPath, useLocation, type RouteObject } from '@interline/shared/router'
import { Button, Icon, lazyWithRetry, setToastPlace, useNarrow } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { IdleTimeOut } from '../idle/idle-time-out.tsx'
import { NewerRelease } from '../releases/newer-release.tsx'
import { ReleaseContext } from '../remotes/has-screen.ts'
import { prefetchDialogs, prefetchNear, prefetchWhenIdle } from '../remotes/prefetch.ts'
import { useAfterFirstScreen } from '../first-screen/after-first-screen.ts'
import { useOpenDialog } from '../open-dialog.ts'
import { useMountedScreens, type MountedScreen } from '../screens/mounted-screens.ts'
import { useScreenFocus } from '../screens/screen-focus.ts'
import { Screens } from '../screens/screens.tsx'
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
import { useViews } from './sidebar/use-views.ts'
import { Sidebar } from './sidebar/sidebar.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'
import * as styles from './layout.module.css'
import * as sidebarStyles from './sidebar/sidebar.module.css'

const SidebarDrawer = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "dialogs" */ './sidebar/sidebar-drawer.tsx')).SidebarDrawer,
)

const quiet = { isQuiet: true }
const Shortcuts = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "shortcuts" */ '../shortcuts/shortcuts.tsx')).Shortcuts,
  quiet,
)
// Live updates can wait until there is something to update.
const Connection = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "connection" */ './connection.tsx')).Connection,
  quiet,
)
const Unread = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "unread" */ '../unread/unread.tsx')).Unread,
  quiet,
)
const AboutFacts = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "dialogs" */ '../releases/about-facts.tsx')).AboutFacts,
)
const RunFromSource = lazyWithRetry(async () => (await import('../dev-override/run-from-source.tsx')).RunFromSource, {
  isFar: true,
})

type LayoutProps = {
  release: Release
  remotes: Remotes
  screens: RouteObject[]
  onThrown: (thrown: unknown, left: string) => void
}

/** The common layout of every screen for the signed-in (SPEC §2): sidebar, header, the screen, footer. */
export function Layout({ release, remotes, screens, onThrown }: LayoutProps) {
  const { pathname } = useLocation()
  const forceCompact = useNarrow(1007)
  const drawer = useNarrow(991)
  const { sidebarCollapsed } = usePreferences()
  const compact = forceCompact || sidebarCollapsed
  // Undefined until somebody opens it, and with that fetches its code.
  const [drawerOpen, setDrawerOpen] = useState<boolean>()
  const [wanted, setWanted] = useState('')
  const { mounted, drop } = useMountedScreens(screens)
  const user = useSession((now) => now.user)
  const backend = useBackend()
  const dialog = useOpenDialog(({ name }) => name)
  const isTime = useAfterFirstScreen()
  const isTimeForCode = useAfterFirstScreen({ loadsCode: true })
  const own = useMemo(() => sidebarEntries(release, user), [release, user])
  const active = activePath(own, release, pathname)
  const views = useViews({ isRead: isTimeForCode, isCounted: drawer ? drawerOpen === true : !compact })
  const entries = useMemo(
    () =>
      withViews(
        own.map((entry) => ({ ...entry, to: addressOf(entry.path, mounted) })),
        release,
        views,
      ),
    [own, mounted, release, views],
  )
  const matching = filterEntries(entries, wanted)
  const lists = useMemo(() => listsFor(entries, wanted), [entries, wanted])
  // These stay the same from screen to screen, and with them the header, which is not drawn anew.
  const latestMounted = useRef(mounted)
  useLayoutEffect(() => {
    latestMounted.current = mounted
  })
  const near = useCallback(
    ({ remote, path, to }: SidebarEntry) => {
      if (remote !== null && !latestMounted.current.some((screen) => screen.path === path))
        prefetchNear(remote, to, remotes)
    },
    [remotes],
  )
  const openDrawer = useCallback(() => setDrawerOpen(true), [])

  const thrownHidden = useCallback(
    (screen: MountedScreen, error: unknown) => {
      onThrown(error, screen.location.pathname)
      drop(screen)
    },
    [drop, onThrown],
  )

  useScreenFocus(pathname, mounted[0])
  useEffect(() => prefetchWhenIdle(release, remotes), [release, remotes])

  return (
    <ReleaseContext value={release}>
      <div className={styles.layout} data-sidebar={drawer ? 'drawer' : compact ? 'compact' : 'wide'}>
        <a className={styles.skip} href="#main">
          {t('skip')}
        </a>
        {drawer ? (
          drawerOpen !== undefined && (
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
                onClick={() => usePreferences.setState({ sidebarCollapsed: !sidebarCollapsed })}
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
            {...(drawer && { onMenu: openDrawer })}
          />
          <main
            id="main"
            className={styles.main}
            tabIndex={-1}
            onPointerOver={prefetchDialogs}
            onFocus={prefetchDialogs}
          >
            <Screens routes={screens} mounted={mounted} onThrownHidden={thrownHidden} />
          </main>
          <div className={styles.notes}>
            <div>
              <div className="il-toasts" ref={setToastPlace} />
              <NewerRelease release={release} />
              {isTimeForCode && <Connection />}
            </div>
            <ScrollToTop />
          </div>
          <Footer release={release.number} />
        </div>
        {/* Reads the policy and watches from then on. */}
        {isTime && backend.has('accounts') && <IdleTimeOut />}
        {isTimeForCode && backend.has('conversations') && <Unread />}
        {(isTimeForCode || dialog !== null) && <Shortcuts places={entries} />}
        {dialog === 'about' && <AboutFacts release={release} remotes={remotes} />}
        {dialog === 'source' && <RunFromSource release={release} />}
      </div>
    </ReleaseContext>
  )
}

/** Where an entry leads: to its screen as it was left, or to its beginning from that screen itself. */
function addressOf(path: string, [, ...hidden]: readonly MountedScreen[]): string {
  const screen = hidden.find((one) => one.path === path)
  return screen ? createPath(screen.location) : path
}
