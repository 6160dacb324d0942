import { useQuery } from '@tanstack/react-query'
import { getRecord } from '@interline/shared/api'
import { type Attention as Figures, type Waiting, hangingHours } from '@interline/shared/contract'
import { formatCount } from '@interline/shared/i18n'
import { Link } from '@interline/shared/router'
import { usePermitted, useTimeZone } from '@interline/shared/session'
import { ErrorState, Icon, RelativeTime, Skeleton } from '@interline/shared/ui'
import { useHasScreen } from '../../remotes/has-screen.ts'
import { t } from './texts.ts'
import * as styles from './attention.module.css'

/** Each kind of waiting work, its icon, and the list of the rows that are counted, the one that waits longest first. */
const kinds: readonly { name: keyof Figures; icon: string; rows: string; hours?: number; isReview?: true }[] = [
  { name: 'drivers', icon: 'shield-check', rows: '/drivers?waiting=verification&sort=createdAt' },
  { name: 'reverifications', icon: 'refresh', rows: '/drivers?reverify_status=Pending&sort=createdAt' },
  { name: 'pending', icon: 'clock', rows: '/user-rides?hanging=Pending&sort=createdAt', hours: hangingHours.Pending },
  { name: 'started', icon: 'play', rows: '/user-rides?hanging=Started&sort=createdAt', hours: hangingHours.Started },
  { name: 'chats', icon: 'message', rows: '/chats?show=unanswered' },
  { name: 'documents', icon: 'file', rows: '/drivers/queue?view=expiring', isReview: true },
]

/** The work that waits for somebody, renewed when rows change and, because time passes too, every five minutes. */
export function Attention() {
  const timeZone = useTimeZone()
  const mayReview = usePermitted('reviews:write')
  const hasScreen = useHasScreen()
  const shown = kinds.filter(({ isReview, rows }) => (mayReview || !isReview) && hasScreen(rows))
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['dashboard', 'attention', timeZone],
    queryFn: ({ signal }): Promise<Partial<Figures>> =>
      getRecord('/admin/dashboard/attention', { query: { tz: timeZone }, signal }),
    refetchInterval: 5 * 60_000,
  })
  const isQuiet = data !== undefined && shown.every(({ name }) => !data[name]?.count)
  return (
    <section className="il-card" aria-labelledby="attention" aria-busy={!data && !error}>
      <div className="il-card-header">
        <div>
          <h2 id="attention">{t('attention.title')}</h2>
          <p>{t(error && data ? 'attention.stale' : isQuiet ? 'attention.none' : 'attention.subtitle')}</p>
        </div>
      </div>
      {error && !data ? (
        <ErrorState what={t('attention.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <ul className={styles.list}>
          {shown.map(({ name, icon, rows, hours }) => (
            <li key={name} data-attention={name} data-waits={Boolean(data?.[name]?.count)}>
              <Icon id={icon} className={styles.icon} size={18} />
              <h3 id={`attention-${name}`}>{t(`attention.${name}`, hours ? { hours } : {})}</h3>
              {data ? (
                <Count waiting={data[name]} rows={rows} describedBy={`attention-${name}`} />
              ) : (
                <span className={styles.count}>
                  <Skeleton.Button active size="small" aria-label={t('attention.loading')} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type CountProps = { waiting: Waiting | undefined; rows: string; describedBy: string }

function Count({ waiting, rows, describedBy }: CountProps) {
  if (!waiting) return <span className={styles.count}>{formatCount(undefined)}</span>
  const { count, isMore, oldest } = waiting
  if (count === 0) return <span className={styles.count}>{formatCount(0)}</span>
  const shown = formatCount(count)
  return (
    <>
      <Link className={`il-cover ${styles.count}`} to={rows} aria-describedby={describedBy}>
        {isMore ? t('attention.more', { count: shown }) : shown}
      </Link>
      {oldest !== null && (
        <span className={styles.oldest}>
          <span>{t('attention.oldest')}</span> <RelativeTime value={oldest} />
        </span>
      )}
    </>
  )
}
