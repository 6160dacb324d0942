import { useQuery } from '@tanstack/react-query'
import { getRecord } from '@interline/shared/api'
import type { DashboardAnalysis, Trend as Counts, Trends } from '@interline/shared/contract'
import { formatCount } from '@interline/shared/i18n'
import { useTimeZone } from '@interline/shared/session'
import { t } from './texts.ts'
import * as styles from './trend.module.css'

/** The gain of one of the eight counts this week, beside the week before. Nothing while it is not known. */
export function Trend({ name }: { name: keyof DashboardAnalysis }) {
  const timeZone = useTimeZone()
  const { data } = useQuery({
    queryKey: ['dashboard', 'trends', timeZone],
    queryFn: ({ signal }): Promise<Partial<Trends>> =>
      getRecord('/admin/dashboard/trends', { query: { tz: timeZone }, signal }),
    refetchInterval: 5 * 60_000,
  })
  const trend = name === 'booking_count' ? undefined : data?.[name]
  if (!trend) return null
  const change = changeOf(trend)
  const direction = change === null ? null : change > 0 ? 'up' : change < 0 ? 'down' : 'same'
  const percent = formatCount(Math.abs(change ?? 0))
  const period = name === 'today_registered_users' ? 'trend.day' : 'trend.week'
  return (
    <>
      {direction && (
        <>
          <span className={styles.change} data-direction={direction} aria-hidden="true">
            {t(`trend.${direction}`, { percent })}
          </span>{' '}
          <span className="il-visually-hidden">{t(`trend.${direction}Text`, { percent })}</span>
        </>
      )}
      <span>{t(period, { now: formatCount(trend.now), before: formatCount(trend.before) })}</span>
    </>
  )
}

/** In whole percent; null where there was nothing before that could have changed. */
export const changeOf = ({ now, before }: Counts): number | null =>
  before > 0 ? Math.round((now / before - 1) * 100) : null
