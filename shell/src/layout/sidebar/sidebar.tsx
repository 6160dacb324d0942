import { useEffect, useRef } from 'react'
import { Link } from '@interline/shared/router'
import { Icon } from '@interline/shared/ui'
import { BrandMark } from '../../page/brand.tsx'
import { useT } from '../../messages.ts'
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
  const t = useT()
  const nav = useRef<HTMLElement>(null)
  // The window can get narrow while an entry has the pointer or the focus.
  useEffect(() => {
    if (compact) nav.current?.querySelectorAll<HTMLElement>('a:is(:hover, :focus)').forEach(positionTip)
  }, [compact])
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
            {t('product')}
            <small>{t('tagline')}</small>
          </span>
        )}
      </Link>
      <nav ref={nav} aria-label={t('sidebar.label')} className={styles.nav}>
        <ul>
          {entries.map((entry) => (
            <li key={entry.path}>
              <Link
                to={entry.to}
                {...(entry.path === active && { 'aria-current': 'page' as const })}
                onPointerEnter={(event) => near(entry, event.currentTarget)}
                onFocus={(event) => near(entry, event.currentTarget)}
                onClick={() => {
                  if (entry.path === active) window.scrollTo(0, 0)
                  onOpen?.()
                }}
              >
                <span className={styles.stop} aria-hidden="true">
                  <Icon id={entry.icon} size={18} />
                </span>
                <span className={compact ? styles.tooltip : undefined}>{entry.title}</span>
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
