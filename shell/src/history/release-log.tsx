import { useState } from 'react'
import type { HistoryEntry } from '@interline/federation/runtime'
import { Button, ChatTime, RegionFailed, Skeleton } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { DiffView } from './diff-view.tsx'
import { useDiff } from './read-history.ts'
import { TitledCard } from './titled-card.tsx'

type ReleaseLogProps = { entries: HistoryEntry[]; onMore?: () => void; loadingMore: boolean }

/** The audit log, the newest first: who did what, when, why, and what it changed. */
export function ReleaseLog({ entries, onMore, loadingMore }: ReleaseLogProps) {
  const say = useSay()
  return (
    <TitledCard title={say('releases.history')}>
      <ol className="il-release-log">
        {entries.map((entry) => (
          <Entry key={entry.number} {...entry} />
        ))}
      </ol>
      {onMore && (
        <div className="il-release-log-more">
          <Button onClick={onMore} loading={loadingMore}>
            {say('releases.older')}
          </Button>
        </div>
      )}
    </TitledCard>
  )
}

function Entry({ number, at, by, action, release, reason, changes }: HistoryEntry) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const title = say(`releases.action.${action}`)
  return (
    <li data-action={action}>
      <h3>
        {title}
        {release !== null && <span className="il-count">{say('release', { number: release })}</span>}
      </h3>
      {reason !== '' && <p className="il-releases-reason">{reason}</p>}
      <p className="il-releases-soft">
        {by} · <ChatTime value={at} />
      </p>
      {!open && changes.length > 0 && (
        <ul className="il-release-changes">
          {changes.map(({ part, from, to }) => (
            <li key={part}>
              {part}: {from ?? say('releases.none')} → {to ?? say('releases.none')}
            </li>
          ))}
        </ul>
      )}
      {release !== null && (
        <Button
          type="link"
          size="small"
          aria-expanded={open}
          aria-label={say(open ? 'releases.lessOf' : 'releases.moreOf', { number: release, entry: number })}
          onClick={() => setOpen(!open)}
        >
          {say(open ? 'releases.less' : 'releases.more')}
        </Button>
      )}
      {open && release !== null && <Details release={release} />}
    </li>
  )
}

function Details({ release }: { release: number }) {
  const say = useSay()
  const { data: diff, error, isFetching, refetch } = useDiff(release)
  if (diff) return <DiffView diff={diff} />
  if (error) return <RegionFailed what={say('releases.difference')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <div role="status" aria-label={say('releases.loading')}>
      <Skeleton active title={false} paragraph={{ rows: 3 }} />
    </div>
  )
}
