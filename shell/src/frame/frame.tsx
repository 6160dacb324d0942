import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Release, Remotes } from '@interline/federation/runtime'
import { connectSocket, usePreferences } from '@interline/shared'
import { Outlet, useLocation } from '@interline/shared/router'
import { Button, Icon, late, useNarrow } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { AboutScreenProvider } from '../release/about-screen.tsx'
import { CanaryMark } from '../release/canary-mark.tsx'
import { NewerRelease } from '../release/newer-release.tsx'
import { Rehearsal } from '../remote/rehearsal.tsx'
import { afterFirstScreen } from '../when-idle.ts'
import { ConnectionHint } from './connection-hint.tsx'
import { Footer } from './footer.tsx'
import { useHeadingFocus } from './heading-focus.ts'
import { Header } from './header.tsx'
import { activePath, filterEntries, railEntries, type RailEntry } from './rail-entries.ts'
import { Rail } from './rail.tsx'
import { ScrollPositions } from './scroll-positions.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'
import './frame.css'

const RailDrawer = late(async () => (await import('./rail-drawer.tsx')).RailDrawer)

/** The common layout of every screen for the signed-in (SPEC §2): sidebar, header, the screen, footer. */
export function Frame({ release, remotes }: { release: Release; remotes: Remotes }) {
  const say = useSay()
  const { pathname } = useLocation()
  const forceCompact = useNarrow(1007)
  const drawer = useNarrow(991)
  const { sidebarCollapsed, setSidebarCollapsed } = usePreferences()
  const [drawerAsked, setDrawerAsked] = useState(false)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const entries = useMemo(() => railEntries(release), [release])
  const active = activePath(entries, release, pathname)
  const matching = filterEntries(entries, wanted)
  const compact = forceCompact || sidebarCollapsed
  // These stay the same from screen to screen, and with them the header, which is not drawn anew.
  const near = useCallback(({ remote }: RailEntry) => void (remote !== null && remotes.prefetch(remote)), [remotes])
  const openDrawer = useCallback(() => {
    setDrawerAsked(true)
    setDrawerOpen(true)
  }, [])
  const mark = useMemo(() => <CanaryMark release={release} />, [release])

  useHeadingFocus(pathname)
  // Live updates can wait until there is something to update.
  useEffect(() => afterFirstScreen(connectSocket), [])

  return (
    <AboutScreenProvider release={release} remotes={remotes}>
      <div className="il-frame" data-rail={drawer ? 'drawer' : compact ? 'compact' : 'wide'}>
        <a className="il-skip" href="#main">
          {say('skip')}
        </a>
        {drawer ? (
          drawerAsked && <RailDrawer entries={matching} active={active} onNear={near} open={drawerOpen} onClose={() => setDrawerOpen(false)} />
        ) : (
          <aside className="il-rail">
            <Rail entries={matching} active={active} compact={compact} onNear={near} />
            {!forceCompact && (
              <Button
                className="il-rail-fold"
                type="text"
                aria-label={say(compact ? 'rail.expand' : 'rail.collapse')}
                aria-expanded={!compact}
                icon={<Icon id={compact ? 'chevrons-right' : 'chevrons-left'} />}
                onClick={() => setSidebarCollapsed(!sidebarCollapsed)}
              />
            )}
          </aside>
        )}
        <div className="il-frame-body">
          <Header
            entries={matching}
            wanted={wanted}
            onWanted={setWanted}
            onNear={near}
            mark={mark}
            {...(drawer && { onMenu: openDrawer })}
          />
          <main id="main" className="il-main" tabIndex={-1}>
            <Outlet />
          </main>
          <Footer release={release.number} />
        </div>
        <ConnectionHint />
        <NewerRelease release={release} />
        <ScrollPositions />
        <ScrollToTop />
        <Rehearsal release={release} remotes={remotes} />
      </div>
    </AboutScreenProvider>
  )
}
