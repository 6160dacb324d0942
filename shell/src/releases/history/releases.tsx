import { useLayoutEffect, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type {
  Change,
  FailureFacts,
  History,
  HistoryEntry,
  ReleaseFacts,
  SettingFacts,
} from '@interline/federation/runtime'
import { ApiError } from '@interline/shared/api'
import { messages } from '@interline/shared/i18n'
import { session } from '@interline/shared/session'
import { Alert, Button, DateTimeText, ErrorState, Icon, PageTitle, RelativeTime, Skeleton } from '@interline/shared/ui'
import { TitledCard } from '../../account/titled-card.tsx'
import { announceFirstScreen } from '../../first-screen/loader.ts'
import english from './releases.en.json'
import * as styles from './releases.module.css'

// Loaded with the screen, not with the frame.
const t = messages('shell', english)

/** Shows the live release, the groups that get it, failures and the log of changes. Nothing can be changed here. */
export function Releases() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['release-history'],
    queryFn: ({ signal }) => readHistory(signal),
    staleTime: 0,
    // Others may change them while the screen is open.
    refetchInterval: 10_000,
    refetchOnWindowFocus: 'always',
  })
  useLayoutEffect(announceFirstScreen, [])
  return (
    <div className={styles.releases}>
      <PageTitle title={t('releases.title')}>
        <Button
          type="text"
          aria-label={t('releases.refresh')}
          icon={<Icon id="refresh" {...(isFetching && { className: 'il-spin' })} />}
          onClick={() => void refetch()}
        />
      </PageTitle>
      {error && (
        <div className="il-card">
          <ErrorState what={t('releases.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      )}
      {!data && !error && (
        <div className={`il-card ${styles.loading}`} role="status" aria-label={t('releases.loading')}>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
      {data && (
        <>
          {data.broken !== null && <Alert type="error" showIcon title={t('releases.broken', { fact: data.broken })} />}
          {data.freeze && (
            <Alert
              type="warning"
              showIcon
              title={t('releases.frozen', { by: data.freeze.by, reason: data.freeze.reason })}
              description={
                <>
                  <DateTimeText value={data.freeze.at} />
                  {data.freeze.until !== undefined && (
                    <>
                      {' '}
                      <span>{t('releases.until')}</span> <DateTimeText value={data.freeze.until} />
                    </>
                  )}
                </>
              }
            />
          )}
          <Groups live={data.live} canary={data.canary} />
          <Parts live={data.live} />
          <Failures failures={data.failures} />
          <ReleaseLog entries={data.entries} />
        </>
      )}
    </div>
  )
}

/** The release that each group of administrators gets. */
function Groups({ live, canary }: Pick<History, 'live' | 'canary'>) {
  const served = canary && !canary.held ? canary.percent : 0
  const rest = t(served > 0 ? 'releases.share' : 'releases.everybody', { percent: Number((100 - served).toFixed(2)) })
  return (
    <TitledCard title={t('releases.groups')}>
      <ul className={`il-lines ${styles.groups}`}>
        <Group who={rest} release={live} />
        {canary && (
          <Group who={t('releases.share', { percent: canary.percent })} release={canary}>
            {canary.held && <p className="il-note">{t('releases.held', { reason: canary.held.reason })}</p>}
            <Changes changes={canary.changes} />
          </Group>
        )}
      </ul>
    </TitledCard>
  )
}

type GroupProps = { who: string; release: ReleaseFacts; children?: ReactNode }

function Group({ who, release: { number, createdAt, createdBy, reason }, children }: GroupProps) {
  return (
    <li>
      <p className={styles.who}>{who}</p>
      <div>
        <p className={styles.release}>
          <span>{t('release', { number })}</span>
          {children && <span className="il-count">{t('releases.canary')}</span>}
        </p>
        <p translate="no">{reason}</p>
        <p className="il-hint">
          <span>{t('releases.madeBy', { by: createdBy })}</span> · <DateTimeText value={createdAt} />
        </p>
        {children}
      </div>
    </li>
  )
}

/** The parts of the live release: version, owner, where from, its last known good version, and settings. */
function Parts({ live: { number, parts } }: Pick<History, 'live'>) {
  return (
    <TitledCard title={t('releases.parts', { number })}>
      <ul className={`il-lines ${styles.parts}`}>
        {parts.map(({ part, title, owner, version, origin, fallback, off, settings }) => (
          <li key={part}>
            <div>
              <h3>
                <span>{title}</span> <code>{part}</code>
              </h3>
              <p className="il-hint">{owner}</p>
              {off !== null && <p className="il-note">{t('releases.off', { message: off })}</p>}
            </div>
            <dl>
              <Fact term={t('about.version')} value={version} />
              <Fact term={t('releases.fallback')} value={fallback ?? t('releases.none')} />
              <Fact term={t('about.origin')} value={origin} />
            </dl>
            {settings.length > 0 && <Settings settings={settings} />}
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

/** The settings of a remote: each with its value now, and what it is for. */
function Settings({ settings }: { settings: SettingFacts[] }) {
  return (
    <dl className={styles.settings}>
      {settings.map(({ key, value, isDefault, description }) => (
        <div key={key}>
          <dt>
            <span>{t('releases.setting', { key })}</span>
            <span className="il-hint">{description}</span>
          </dt>
          <dd>
            <span>{value === '' ? t('releases.noText') : String(value)}</span>
            {isDefault && <span className="il-hint">{` ${t('releases.isDefault')}`}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Versions of remotes that failed in people's pages, of the live release and of the canary. */
function Failures({ failures }: { failures: FailureFacts[] }) {
  return (
    <TitledCard title={t('releases.failures')}>
      {failures.length === 0 && <p className={`il-soft ${styles.none}`}>{t('releases.noFailures')}</p>}
      {failures.length > 0 && (
        <ul className={`il-lines ${styles.failures}`}>
          {failures.map(({ release, remote, version, phase, count, at, message }) => (
            <li key={`${release} ${remote} ${version} ${phase}`}>
              <h3 translate="no">
                {remote} {version}
              </h3>
              <p>
                <span>{t(`releases.phase.${phase}`)}</span> · <span>{t('releases.times', { count })}</span> ·{' '}
                <span>{t('release', { number: release })}</span> · <RelativeTime value={at} />
              </p>
              <p className="il-hint" translate="no">
                {message}
              </p>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}

/** The last entries of the log: who did what, when, why, and what it changed. */
function ReleaseLog({ entries }: { entries: HistoryEntry[] }) {
  return (
    <TitledCard title={t('releases.history')}>
      <ol className={`il-timeline ${styles.log}`}>
        {entries.map(({ number, at, by, action, release, reason, changes }) => (
          <li key={number} data-action={action}>
            <h3>
              <span>{t(`releases.action.${action}`)}</span>
              {release !== null && <span className="il-count">{t('release', { number: release })}</span>}
            </h3>
            {reason !== '' && <p translate="no">{reason}</p>}
            <p className="il-hint">
              <span translate="no">{by}</span> · <DateTimeText value={at} />
            </p>
            <Changes changes={changes} />
          </li>
        ))}
      </ol>
    </TitledCard>
  )
}

/** The differences, a line for each part. */
function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ part, from, to }) => (
        <li key={`${part} ${from ?? ''} ${to ?? ''}`}>
          {`${part}: ${from ?? t('releases.none')} → ${to ?? t('releases.none')}`}
        </li>
      ))}
    </ul>
  )
}

/** Asks the shell's own origin; rejects with `ApiError`, as a call of the API would. */
async function readHistory(signal: AbortSignal): Promise<History> {
  const headers = { authorization: `Bearer ${session.getState().token ?? ''}`, accept: 'application/json' }
  const response = await fetch('/release-history', { headers, signal, cache: 'no-store' }).catch(() =>
    Promise.reject(new ApiError({ kind: 'network' })),
  )
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const { title } = (body ?? {}) as { title?: string }
    throw new ApiError({ kind: 'refused', status: response.status, title })
  }
  if (typeof body !== 'object' || body === null) throw new ApiError({ kind: 'not-understood', status: response.status })
  return body as History
}
