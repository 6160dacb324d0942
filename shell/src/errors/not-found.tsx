import { usePreferences, useSession } from '@interline/shared/session'
import { Link } from '@interline/shared/router'
import { t } from '../messages.ts'
import { useTabTitle } from './tab-title.ts'
import * as styles from './not-found.module.css'

/** The screen at `/error-404` and at every unknown path (SPEC §2). */
export function NotFound() {
  const layout = useLayoutName()
  const signedIn = useSession((session) => session.authenticated)
  useTabTitle(t('notFound.tab'))
  const Ground = signedIn ? 'div' : 'main'
  return (
    <Ground className={`il-state ${styles.page}`} data-alone={!signedIn}>
      <svg className={styles.art} viewBox="0 0 420 90" aria-hidden="true">
        <path d="M8 60h120a28 28 0 0 0 28-28v0a20 20 0 0 1 20-20h64" />
        <path className={styles.gone} d="M240 12h50a28 28 0 0 1 28 28v0a20 20 0 0 0 20 20h74" />
        <circle cx="20" cy="60" r="8" />
        <circle cx="100" cy="60" r="8" />
        <circle className={styles.stop} cx="238" cy="12" r="9" />
        <circle className={styles.gone} cx="394" cy="60" r="8" />
      </svg>
      <h1>{t('notFound.heading')}</h1>
      <p className="il-state-text">{t('notFound.text')}</p>
      <Link className={`il-button il-button-primary ${styles.home}`} to={`/dashboard/default/${layout}`}>
        {t('notFound.home')}
      </Link>
    </Ground>
  )
}

/**
 * Whether the sidebar shows titles or icons only, as this administrator chose. The `{layout}` of SPEC §2's not-found
 * page.
 */
const useLayoutName = (): 'wide' | 'compact' =>
  usePreferences((chosen) => chosen.sidebarCollapsed) ? 'compact' : 'wide'
