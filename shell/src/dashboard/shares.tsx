import type { CSSProperties } from 'react'
import { formatCount } from '@interline/shared'
import type { Figures } from '../api.ts'
import { useSay } from '../messages.ts'
import { shareOf } from './figures.ts'

/** How the eight figures relate, each as a journey along a line. */
export function Shares({ figures }: { figures: Figures }) {
  const say = useSay()
  const { created_rides, completed_rides, android_users, ios_users, today_registered_users, weekly_registered_users } = figures
  const apps = typeof android_users === 'number' && typeof ios_users === 'number' ? android_users + ios_users : null
  const journeys = [
    {
      key: 'completion',
      share: shareOf(completed_rides, created_rides),
      text: say('dashboard.completionText', { part: formatCount(completed_rides), whole: formatCount(created_rides) }),
    },
    {
      key: 'platforms',
      share: shareOf(android_users, apps),
      text: say('dashboard.platformsText', { android: formatCount(android_users), ios: formatCount(ios_users) }),
    },
    {
      key: 'today',
      share: shareOf(today_registered_users, weekly_registered_users),
      text: say('dashboard.todayText', { part: formatCount(today_registered_users), whole: formatCount(weekly_registered_users) }),
    },
  ]
  return (
    <section className="il-card il-shares" aria-labelledby="glance">
      <div className="il-card-header">
        <div>
          <h2 id="glance">{say('dashboard.glance')}</h2>
          <p>{say('dashboard.glanceText')}</p>
        </div>
      </div>
      <div className="il-journeys">
        {journeys.map(({ key, share, text }) => (
          <div key={key} className="il-journey" data-journey={key}>
            <h3>{say(`dashboard.${key}`)}</h3>
            <strong>{share === null ? '–' : say('dashboard.percent', { value: share })}</strong>
            <div className="il-journey-line" style={{ '--share': (share ?? 0) / 100 } as CSSProperties} data-empty={share === null} aria-hidden="true" />
            <p>{share === null ? say('dashboard.noShare') : text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
