import { useEffect, useRef } from 'react'
import { Link } from '@interline/shared/router'
import { Icon } from '@interline/shared/ui'
import { BrandMark } from '../brand.tsx'
import { useSay } from '../messages.ts'
import type { RailEntry } from './rail-entries.ts'

type RailProps = {
  entries: RailEntry[]
  active: string | null
  /** Icons only; titles show beside the pointer or the focus, and stay readable to screen readers. */
  compact: boolean
  onNear: (entry: RailEntry) => void
  onOpen?: () => void
}

/** The sidebar's line: each entry a station, the one you are at a filled stop. */
export function Rail({ entries, active, compact, onNear, onOpen }: RailProps) {
  const say = useSay()
  const nav = useRef<HTMLElement>(null)
  // The window can get narrow while an entry has the pointer or the focus.
  useEffect(() => {
    if (compact) nav.current?.querySelectorAll<HTMLElement>('a:is(:hover, :focus)').forEach(placeTip)
  }, [compact])
  const near = (entry: RailEntry, link: HTMLElement) => {
    if (compact) placeTip(link)
    onNear(entry)
  }
  return (
    <>
      <Link className="il-rail-brand" to="/" onClick={onOpen} aria-label={say('product')}>
        <BrandMark />
        {!compact && (
          <span>
            {say('product')}
            <small>{say('tagline')}</small>
          </span>
        )}
      </Link>
      <nav ref={nav} aria-label={say('rail.label')} className="il-rail-nav">
        <ul>
          {entries.map((entry) => (
            <li key={entry.path}>
              <Link
                to={entry.path}
                {...(entry.path === active && { 'aria-current': 'page' as const })}
                onPointerEnter={(event) => near(entry, event.currentTarget)}
                onFocus={(event) => near(entry, event.currentTarget)}
                onClick={onOpen}
              >
                <span className="il-rail-stop" aria-hidden="true">
                  <Icon id={entry.icon} size={18} />
                </span>
                <span className={compact ? 'il-rail-tip' : 'il-rail-title'}>{entry.title}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function placeTip(link: HTMLElement) {
  const { top, height } = link.getBoundingClientRect()
  link.style.setProperty('--il-rail-tip', `${top + height / 2}px`)
}
