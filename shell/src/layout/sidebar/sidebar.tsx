import { useEffect, useRef } from 'react'
import { isViewOpen } from '@interline/shared/api'
import { Link, useLocation } from '@interline/shared/router'
import { Icon } from '@interline/shared/ui'
import { BrandMark } from '../../first-screen/brand.tsx'
import { t } from '../../messages.ts'
import { leaveNear } from '../../remotes/prefetch.ts'
import type { SidebarEntry } from './sidebar-entries.ts'
import * as styles from './sidebar.module.css'

type SidebarProps = {
  entries: SidebarEntry[]
  active: string | null
  /** Icons only; titles show beside the pointer or the focus, and stay readable to screen readers. */
  compact: boolean
  onNear: (entry: SidebarEntry) => void
  onOpen?: () => void
}

/** The sidebar's line: each entry a station, the one you are at a filled stop. */
export function Sidebar({ entries, active, compact, onNear, onOpen }: SidebarProps) {
  const { pathname, search } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // The window can get narrow while an entry has the pointer or the focus.
  useEffect(() => {
    if (compact) nav.current?.querySelectorAll<HTMLElement>('a:is(:hover, :focus)').forEach(positionTip)
  }, [compact])
  const isOpen = (view: { path: string; query: string }) => view.path === pathname && isViewOpen(view, search)
  const shown = compact ? entries.filter(({ view }) => !view) : entries
  const near = (entry: SidebarEntry, link: HTMLElement) => {
    if (compact) positionTip(link)
    onNear(entry)
  }
  return (
    <>
      <Link
        className={styles.brand}
        to="/"
        onClick={onOpen}
        aria-label={compact ? t('product') : `${t('product')} ${t('tagline')}`}
      >
        <BrandMark />
        {!compact && (
          <span>
            <span>{t('product')}</span>
            <small>{t('tagline')}</small>
          </span>
        )}
      </Link>
      <nav ref={nav} aria-label={t('sidebar.label')} className={styles.nav}>
        <ul>
          {shown.map((entry) => (
            <li key={entry.path} className={entry.view && styles.view}>
              <Link
                to={entry.to}
                {...(entry.path === active && { 'aria-current': 'page' as const })}
                {...(entry.view && { title: entry.title })}
                {...(entry.view && isOpen(entry.view) && { 'aria-current': 'true' as const })}
                onPointerEnter={(event) => near(entry, event.currentTarget)}
                onFocus={(event) => near(entry, event.currentTarget)}
                onPointerLeave={leaveNear}
                onBlur={leaveNear}
                onClick={() => {
                  if (entry.path === active) window.scrollTo(0, 0)
                  onOpen?.()
                }}
              >
                {!entry.view && (
                  <span className={styles.stop} aria-hidden="true">
                    <Icon id={entry.icon} size={18} />
                  </span>
                )}
                <span className={compact ? styles.tooltip : undefined}>{entry.title}</span>
                {entry.view && (
                  <span className={styles.count}>
                    <span>{entry.view.count}</span>
                    {entry.view.count && <span className="il-visually-hidden">{` ${t('sidebar.entries')}`}</span>}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function positionTip(link: HTMLElement) {
  const { top, height } = link.getBoundingClientRect()
  link.style.setProperty('--il-sidebar-tooltip', `${top + height / 2}px`)
}
