import { useLayoutEffect } from 'react'
import { formatCount, useTimeZone } from '@interline/shared'
import { Alert, Button, Icon, PageTitle, RegionFailed, Skeleton } from '@interline/shared/ui'
import { announceFirstScreen } from '../loader.ts'
import { useSay } from '../messages.ts'
import { useFigures, widgets } from './figures.ts'
import { Shares } from './shares.tsx'
import './dashboard.css'

/** The first screen after signing in (SPEC §2): eight counts, and how they relate. */
export function Dashboard() {
  const say = useSay()
  const { data: figures, error, isFetching, dataUpdatedAt, refetch } = useFigures()
  useLayoutEffect(announceFirstScreen, [])
  if (error && !figures) {
    return (
      <>
        <PageTitle title={say('dashboard.title')} />
        <div className="il-card">
          <RegionFailed what={say('dashboard.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      </>
    )
  }
  return (
    <>
      <PageTitle title={say('dashboard.title')}>
        <div className="il-updated">
          <UpdatedAt instant={dataUpdatedAt} />
          <Button
            type="text"
            aria-label={say('dashboard.refresh')}
            icon={<Icon id="refresh" {...(isFetching && { className: 'il-spin' })} />}
            onClick={() => void refetch()}
          />
        </div>
      </PageTitle>
      {error && <Alert className="il-dashboard-stale" type="warning" title={say('dashboard.stale')} />}
      <section className="il-widgets" aria-label={say('dashboard.figures')} aria-busy={!figures}>
        {widgets.map(({ name, icon }) => (
          <article key={name} className="il-card il-widget" data-figure={name}>
            <span className="il-widget-icon" aria-hidden="true">
              <Icon id={icon} size={20} />
            </span>
            <h2>{say(`dashboard.${name}`)}</h2>
            {figures ? <p>{formatCount(figures[name])}</p> : <Skeleton.Button active size="small" aria-label={say('dashboard.loading')} />}
          </article>
        ))}
      </section>
      {figures && <Shares figures={figures} />}
    </>
  )
}

function UpdatedAt({ instant }: { instant: number }) {
  const say = useSay()
  const timeZone = useTimeZone()
  const time = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone }).format(instant)
  // Takes its room before there is a time to tell, so that what stands beside it stays where it is.
  return (
    <time dateTime={new Date(instant).toISOString()} {...(instant === 0 && { style: { visibility: 'hidden' } })}>
      {say('dashboard.updated', { time })}
    </time>
  )
}
