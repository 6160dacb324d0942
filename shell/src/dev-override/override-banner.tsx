import { useEffect, useState, useSyncExternalStore } from 'react'
import { openDevRemote, type DevRemote } from '@interline/federation/dev-override'
import type { DevOverride, Release, RemoteFailure } from '@interline/federation/runtime'
import { messages } from '@interline/shared/i18n'
import { onSessionEnd, session } from '@interline/shared/session'
import { banner, Icon } from '@interline/shared/ui'
import english from './override-banner.en.json'
import * as styles from './override-banner.module.css'

// Loaded with a page that has one, not with every page.
const t = messages('shell', english)

const icons = {
  running: 'check-circle',
  building: 'refresh',
  failed: 'warning',
  refused: 'warning',
  routes: 'info',
  away: 'wifi-off',
} as const

/**
 * The release and remotes to run with a part from its source, and the banner that says so; null when nobody is signed
 * in, so that code from source never stands beside the fields of a password.
 */
export async function openOverriddenPage(
  override: DevOverride,
  released: Release,
  report: (failure: RemoteFailure) => void,
) {
  if (session.getState().token === null) {
    void endOverride()
    return null
  }
  const overridden = await openDevRemote(override, released, report)
  const { release, remotes } = overridden
  return { release, remotes, banner: <OverrideBanner overridden={overridden} /> }
}

/**
 * On every screen while a part runs from its source: which, from where, the state of its last build, and how to
 * leave.
 */
export function OverrideBanner({ overridden }: { overridden: DevRemote }) {
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
          <span>{t(`override.${status}`, { ...names, build: build ?? '' })}</span>
          {isReleased && <span>{` ${t('override.released')}`}</span>}
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
          <button type="button" className="il-button il-button-small" onClick={() => window.location.reload()}>
            {t('reload')}
          </button>
        )}
        <button
          type="button"
          className="il-button il-button-small"
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

/** Ends the override of this browser, as far as the shell's origin can be reached. */
const endOverride = () => fetch('/dev-override', { method: 'DELETE', keepalive: true }).catch(() => undefined)

/** Ends the override and loads the page anew, with the released version. */
async function leaveOverride(): Promise<void> {
  await endOverride()
  window.location.reload()
}

/** Leaves when the person's session ends. Returns how to stop watching. */
export const leaveWithSession = (leave: () => void = () => void leaveOverride()): (() => void) =>
  // Log Out loads a page of its own.
  onSessionEnd(() => (session.getState().endedBecause === 'signed-out' ? void endOverride() : leave()))
