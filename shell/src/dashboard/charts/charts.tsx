import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, getRecord } from '@interline/shared/api'
import { useSearchParams } from '@interline/shared/router'
import { useTimeZone } from '@interline/shared/session'
import { type Activity, type ActivityDay, type DayKey, todayIn } from '@interline/shared/contract'
import { Alert, ErrorState, Skeleton } from '@interline/shared/ui'
import { Corridors } from './corridors.tsx'
import { DayChart, type Series } from './day-chart.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { readPeriod, writePeriod } from './period.ts'
import { t } from './texts.ts'
import * as styles from './charts.module.css'

const line = (name: string, colour: string, valueOf: Series['valueOf']): Series => ({ name: t(name), colour, valueOf })

/** The part of the bookings ended on a day that was completed, in percent; null on a day without an end. */
export function completionOf({ completed, canceled, rejected }: ActivityDay): number | null {
  const ended = completed + canceled + rejected
  return ended === 0 ? null : Math.round((completed / ended) * 100)
}

const charts = [
  {
    name: 'registrations',
    series: [
      line('users', '--il-primary', ({ users }) => users),
      line('drivers', '--il-amber-text', (day) => day.drivers),
    ],
  },
  {
    name: 'ridesAndBookings',
    series: [
      line('rides', '--il-primary', ({ rides }) => rides),
      line('bookings', '--il-amber-text', ({ bookings }) => bookings),
    ],
  },
  { name: 'completion', series: [line('completionOf', '--il-primary', completionOf)], isShare: true },
  {
    name: 'cancellations',
    series: [
      line('canceled', '--il-danger', ({ canceled }) => canceled),
      line('rejected', '--il-amber-text', ({ rejected }) => rejected),
    ],
  },
]

/** The activity over a period that the address names: by day, in the business time zone, and by corridor. */
export function Charts() {
  const timeZone = useTimeZone()
  const today = todayIn(timeZone)
  const [params, setParams] = useSearchParams()
  const period = readPeriod(params, today)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['dashboard', 'activity', period.from, period.to, timeZone],
    queryFn: ({ signal }) => readActivity(period.from, period.to, timeZone, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={`il-card ${styles.charts}`} aria-labelledby="over-time" aria-busy={isFetching}>
      <div className={`il-card-header ${styles.header}`}>
        <div>
          <h2 id="over-time">{t('title')}</h2>
          <p>{t('subtitle', { timeZone })}</p>
        </div>
        <PeriodPicker
          period={period}
          today={today}
          onChange={(chosen) => setParams(writePeriod(params, chosen), { replace: true, preventScrollReset: true })}
        />
      </div>
      {error && data && <Alert className={styles.stale} type="warning" title={t('stale')} />}
      {error && !data ? (
        <ErrorState what={t('what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div className={styles.grid} data-outdated={isPlaceholderData}>
          {data
            ? charts.map(({ name, ...chart }) => (
                <DayChart key={name} name={name} title={t(name)} days={data.days} {...chart} />
              ))
            : charts.map(({ name }) => (
                <div key={name} className={styles.place}>
                  <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label={t('loading')} />
                </div>
              ))}
          <div className={styles.wide}>{data && <Corridors corridors={data.corridors} />}</div>
        </div>
      )}
    </section>
  )
}

async function readActivity(from: DayKey, to: DayKey, tz: string, signal: AbortSignal): Promise<Activity> {
  const query = { from, to, tz }
  const { days, corridors }: Partial<Activity> = await getRecord('/admin/dashboard/activity', { query, signal })
  if (Array.isArray(days) && Array.isArray(corridors)) return { days, corridors }
  throw new ApiError({ kind: 'not-understood', title: 'The answer holds no days' })
}
