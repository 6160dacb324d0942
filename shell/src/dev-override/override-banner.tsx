import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DevRemote } from '@interline/federation/dev-override'
import { addMessages } from '@interline/shared/i18n'
import { banner, Icon } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import { leaveOverride, leaveWithSession } from './leave-override.ts'
import english from './override-banner.en.json'
import * as styles from './override-banner.module.css'

// Loaded with a page that has one, not with every page.
addMessages('shell', english)

const icons = {
  running: 'check-circle',
  building: 'refresh',
  failed: 'warning',
  refused: 'warning',
  routes: 'info',
  away: 'wifi-off',
} as const

/**
 * On every screen while a part runs from its source: which, from where, the state of its last build, and how to
 * leave.
 */
export function OverrideBanner({ overridden }: { overridden: DevRemote }) {
  const t = useT()
  const { status, message, build } = useSyncExternalStore(overridden.subscribe, overridden.state)
  const [leaving, setLeaving] = useState(false)
  const { override, release } = overridden
  useEffect(() => overridden.follow(), [overridden])
  useEffect(() => leaveWithSession(), [])

  const names = {
    title: release.remotes[override.remote]?.descriptor.title ?? override.remote,
    origin: override.origin,
  }
  const isReleased = build === null
  return (
    <aside ref={banner} className={styles.banner} data-status={status} aria-label={t('override.label')}>
      <p>
        <strong>{t('override.what', names)}</strong>
      </p>
      <p className={styles.state} role="status">
        <Icon id={icons[status]} size={16} />
        <span>
          {t(`override.${status}`, { ...names, build: build ?? '' })}
          {isReleased && ` ${t('override.released')}`}
        </span>
      </p>
      {message !== '' && (
        <details>
          <summary>{t('override.errors')}</summary>
          <pre>{message}</pre>
        </details>
      )}
      <div className={styles.actions}>
        {status === 'routes' && (
          <button type="button" onClick={() => window.location.reload()}>
            {t('reload')}
          </button>
        )}
        <button
          type="button"
          disabled={leaving}
          onClick={() => {
            setLeaving(true)
            void leaveOverride()
          }}
        >
          {t('override.leave')}
        </button>
      </div>
    </aside>
  )
}
