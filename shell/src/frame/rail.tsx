import { Link } from '@interline/shared/router'
import { Icon, Tooltip } from '@interline/shared/ui'
import { BrandMark } from '../brand.tsx'
import { useSay } from '../messages.ts'
import type { RailEntry } from './rail-entries.ts'

type RailProps = {
  entries: RailEntry[]
  active: string | null
  /** Icons only; titles become tooltips and stay readable to screen readers. */
  compact: boolean
  onNear: (entry: RailEntry) => void
  onOpen?: () => void
}

/** The sidebar's line: each entry a station, the one you are at a filled stop. */
export function Rail({ entries, active, compact, onNear, onOpen }: RailProps) {
  const say = useSay()
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
      <nav aria-label={say('rail.label')} className="il-rail-nav">
        <ul>
          {entries.map((entry) => (
            <li key={entry.path}>
              <Tooltip title={compact ? entry.title : ''} placement="right">
                <Link
                  to={entry.path}
                  {...(entry.path === active && { 'aria-current': 'page' as const })}
                  onPointerEnter={() => onNear(entry)}
                  onFocus={() => onNear(entry)}
                  onClick={onOpen}
                >
                  <span className="il-rail-stop" aria-hidden="true">
                    <Icon id={entry.icon} size={18} />
                  </span>
                  <span className={compact ? 'il-visually-hidden' : 'il-rail-title'}>{entry.title}</span>
                </Link>
              </Tooltip>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
