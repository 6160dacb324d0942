import { useState } from 'react'
import type { HistoryEntry } from '@interline/federation/runtime'
import { Button, DateTimeText, ErrorState, Skeleton } from '@interline/shared/ui'
import { useT } from './texts.ts'
import { DiffView } from './diff-view.tsx'
import { useDiff } from './read-history.ts'
import { TitledCard } from '../../page/titled-card.tsx'
import * as styles from './releases.module.css'

type ReleaseLogProps = { entries: HistoryEntry[]; onMore?: () => void; loadingMore: boolean }

/** The audit log, the newest first: who did what, when, why, and what it changed. */
export function ReleaseLog({ entries, onMore, loadingMore }: ReleaseLogProps) {
  const t = useT()
  return (
    <TitledCard title={t('releases.history')}>
      <ol className={styles.log}>
        {entries.map((entry) => (
          <Entry key={entry.number} {...entry} />
        ))}
      </ol>
      {onMore && (
        <div className={styles.more}>
          <Button onClick={onMore} loading={loadingMore}>
            {t('releases.older')}
          </Button>
        </div>
      )}
    </TitledCard>
  )
}

function Entry({ number, at, by, action, release, reason, changes, approvedBy = [], breakGlass }: HistoryEntry) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const title = t(`releases.action.${action}`)
  return (
    <li data-action={action}>
      <h3>
        {title}
        {release !== null && <span className="il-count">{t('release', { number: release })}</span>}
      </h3>
      {reason !== '' && <p>{reason}</p>}
      {breakGlass !== undefined && (
        <p>
          <strong>{t('releases.breakGlass', { reason: breakGlass })}</strong>
        </p>
      )}
      <p className={styles.soft}>
        {by} · <DateTimeText value={at} />
        {approvedBy.length > 0 && <> · {t('releases.approvedBy', { names: approvedBy.join(', ') })}</>}
      </p>
      {!open && changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map(({ part, from, to }) => (
            <li key={`${part} ${from ?? ''} ${to ?? ''}`}>
              {part}: {from ?? t('releases.none')} → {to ?? t('releases.none')}
            </li>
          ))}
        </ul>
      )}
      {release !== null && (
        <Button
          type="link"
          size="small"
          aria-expanded={open}
          aria-label={t(open ? 'releases.lessOf' : 'releases.moreOf', { number: release, entry: number })}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'releases.less' : 'releases.more')}
        </Button>
      )}
      {open && release !== null && <Details release={release} />}
    </li>
  )
}

function Details({ release }: { release: number }) {
  const t = useT()
  const { data: diff, error, isFetching, refetch } = useDiff(release)
  if (diff) return <DiffView diff={diff} />
  if (error)
    return (
      <ErrorState what={t('releases.difference')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    )
  return (
    <div role="status" aria-label={t('releases.loading')}>
      <Skeleton active title={false} paragraph={{ rows: 3 }} />
    </div>
  )
}
