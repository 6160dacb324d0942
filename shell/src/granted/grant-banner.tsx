import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { GrantedRemote } from '@interline/federation/granted'
import { formatChatTime, useTimeZone } from '@interline/shared'
import { Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { leaveGrant, leaveWhenOver } from './leave-grant.ts'
import './grant-banner.css'

const icons = { running: 'check-circle', building: 'refresh', failed: 'warning', refused: 'warning', routes: 'info', away: 'wifi-off' } as const

/** On every screen while a part runs from its source: which, from where, until when, how its last build stands, and the way out. */
export function GrantBanner({ granted }: { granted: GrantedRemote }) {
  const say = useSay()
  const timeZone = useTimeZone()
  const { status, said, build } = useSyncExternalStore(granted.subscribe, granted.state)
  const [leaving, setLeaving] = useState(false)
  const banner = useRef<HTMLElement>(null)
  const { grant, release } = granted
  useEffect(() => granted.follow(), [granted])
  useEffect(() => leaveWhenOver(grant), [grant])
  useEffect(() => makeRoomFor(banner.current), [])

  const names = { title: release.remotes[grant.remote]?.descriptor.title ?? grant.remote, origin: grant.origin, until: formatChatTime(grant.expiresAt, timeZone) }
  const isReleased = build === null
  return (
    <aside ref={banner} className="il-grant" data-status={status} aria-label={say('granted.label')}>
      <p>
        <strong>{say('granted.what', names)}</strong> <span>{say('granted.until', names)}</span>
      </p>
      <p className="il-grant-state" role="status">
        <Icon id={icons[status]} size={16} />
        <span>
          {say(`granted.${status}`, { ...names, build: build ?? '' })}
          {isReleased && ` ${say('granted.released')}`}
        </span>
      </p>
      {said !== '' && (
        <details>
          <summary>{say('granted.errors')}</summary>
          <pre>{said}</pre>
        </details>
      )}
      <div className="il-grant-actions">
        {status === 'routes' && (
          <button type="button" onClick={() => window.location.reload()}>
            {say('reload')}
          </button>
        )}
        <button
          type="button"
          disabled={leaving}
          onClick={() => {
            setLeaving(true)
            void leaveGrant()
          }}
        >
          {say('granted.leave')}
        </button>
      </div>
    </aside>
  )
}

/** The banner covers nothing: what is below it ends above it. */
function makeRoomFor(banner: HTMLElement | null): () => void {
  const page = document.documentElement
  const set = () => page.style.setProperty('--il-grant-height', `${banner?.offsetHeight ?? 0}px`)
  const sized = new ResizeObserver(set)
  if (banner) sized.observe(banner)
  return () => {
    sized.disconnect()
    page.style.removeProperty('--il-grant-height')
  }
}
