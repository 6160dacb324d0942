import type { CSSProperties } from 'react'
import { formatCount } from '@interline/shared/i18n'
import type { Figures } from '../api.ts'
import { t } from '../messages.ts'
import { shareOf } from './figures.ts'
import * as styles from './shares.module.css'

/** How the eight figures relate, each as a journey along a line. */
export function Shares({ figures }: { figures: Figures }) {
  const { booking_count, completed_rides, android_users, ios_users, today_registered_users, weekly_registered_users } =
    figures
  const apps = typeof android_users === 'number' && typeof ios_users === 'number' ? android_users + ios_users : null
  const journeys = [
    {
      key: 'completion',
      share: shareOf(completed_rides, booking_count),
      text: t('dashboard.completionText', { part: formatCount(completed_rides), whole: formatCount(booking_count) }),
    },
    {
      key: 'platforms',
      share: shareOf(android_users, apps),
      text: t('dashboard.platformsText', { android: formatCount(android_users), ios: formatCount(ios_users) }),
    },
    {
      key: 'today',
      share: shareOf(today_registered_users, weekly_registered_users),
      text: t('dashboard.todayText', {
        part: formatCount(today_registered_users),
        whole: formatCount(weekly_registered_users),
      }),
    },
  ]
  return (
    <section className={`il-card ${styles.shares}`} aria-labelledby="glance">
      <div className="il-card-header">
        <div>
          <h2 id="glance">{t('dashboard.glance')}</h2>
          <p>{t('dashboard.glanceText')}</p>
        </div>
      </div>
      <div className={styles.list}>
        {journeys.map(({ key, share, text }) => (
          <div key={key} className={styles.share} data-journey={key}>
            <h3>{t(`dashboard.${key}`)}</h3>
            <strong>{share === null ? '–' : t('dashboard.percent', { value: share })}</strong>
            <div
              className={styles.line}
              style={{ '--share': (share ?? 0) / 100 } as CSSProperties}
              data-empty={share === null}
              aria-hidden="true"
            />
            <p className="il-hint">{share === null ? t('dashboard.noShare') : text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
