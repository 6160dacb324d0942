import { useLayoutEffect } from 'react'
import { formatCount } from '@interline/shared/i18n'
import { Link } from '@interline/shared/router'
import { refreshResource } from '@interline/shared/api'
import { useBackend, usePermitted, useTimeZone } from '@interline/shared/session'
import { todayIn } from '@interline/shared/contract'
import { Alert, Button, Icon, lazyWithRetry, PageTitle, ErrorState, Skeleton } from '@interline/shared/ui'
import { useHasScreen } from '../remotes/has-screen.ts'
import { announceFirstScreen } from '../first-screen/loader.ts'
import { t } from '../messages.ts'
import { useFigures, widgets } from './figures.ts'
import { Shares } from './shares.tsx'
import * as styles from './dashboard.module.css'

// Cards that a backend of SPEC §7 does not have are not in the first files. One chunk for the three.
const Trend = lazyWithRetry(async () => (await import(/* webpackChunkName: "records" */ './records/trend.tsx')).Trend)
const Attention = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "records" */ './records/attention.tsx')).Attention,
)
const ChartsWhenSeen = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "records" */ './records/charts-when-seen.tsx')).ChartsWhenSeen,
)

/** The first screen after signing in (SPEC §2): eight counts, how they relate, what needs attention, and charts. */
export function Dashboard() {
  const timeZone = useTimeZone()
  const mayReadRecords = usePermitted('records:read')
  const hasFilters = useBackend().has('filters')
  const hasScreen = useHasScreen()
  const today = todayIn(timeZone)
  const { data: figures, error, isFetching, dataUpdatedAt, refetch } = useFigures()
  useLayoutEffect(announceFirstScreen, [])
  if (error && !figures) {
    return (
      <>
        <PageTitle title={t('dashboard.title')} />
        <div className="il-card">
          <ErrorState what={t('dashboard.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      </>
    )
  }
  return (
    <>
      <PageTitle title={t('dashboard.title')}>
        <div className={styles.updated}>
          <UpdatedAt instant={dataUpdatedAt} />
          <Button
            type="text"
            aria-label={t('dashboard.refresh')}
            icon={<Icon id="refresh" {...(isFetching && { className: 'il-spin' })} />}
            onClick={() => void refreshResource('dashboard')}
          />
        </div>
      </PageTitle>
      {error && <Alert className={styles.stale} type="warning" title={t('dashboard.stale')} />}
      <section className={styles.widgets} aria-label={t('dashboard.figures')} aria-busy={!figures}>
        {widgets.map(({ name, icon, rowsOf, isOurs }) => (
          <article key={name} className={`il-card ${styles.widget}`} data-figure={name}>
            <span className={styles.icon} aria-hidden="true">
              <Icon id={icon} size={20} />
            </span>
            <h2 id={`figure-${name}`}>{t(`dashboard.${name}`)}</h2>
            {figures ? (
              <p>
                {typeof figures[name] === 'number' && (hasFilters || !isOurs) && hasScreen(rowsOf(today)) ? (
                  <Link className="il-cover" to={rowsOf(today)} aria-describedby={`figure-${name}`}>
                    {formatCount(figures[name])}
                  </Link>
                ) : (
                  formatCount(figures[name])
                )}
              </p>
            ) : (
              <Skeleton.Button active size="small" aria-label={t('dashboard.loading')} />
            )}
            {mayReadRecords && <div className={`il-cut ${styles.trend}`}>{figures && <Trend name={name} />}</div>}
          </article>
        ))}
      </section>
      {mayReadRecords && (
        <div className={styles.attention}>
          <Attention />
        </div>
      )}
      {figures && <Shares figures={figures} />}
      {figures && mayReadRecords && (
        <div className={styles.charts}>
          <ChartsWhenSeen />
        </div>
      )}
    </>
  )
}

function UpdatedAt({ instant }: { instant: number }) {
  const timeZone = useTimeZone()
  const time = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
  }).format(instant)
  // Takes its width before there is a time to show, so that its neighbours do not move.
  return (
    <time dateTime={new Date(instant).toISOString()} {...(instant === 0 && { style: { visibility: 'hidden' } })}>
      {t('dashboard.updated', { time })}
    </time>
  )
}
