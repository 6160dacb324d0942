import { useDeferredValue, useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { logFailure } from '@interline/shared/api'
import { Link } from '@interline/shared/router'
import { ErrorState, RelativeTime, Skeleton } from '@interline/shared/ui'
import { t } from './messages.ts'
import { foundMessages } from './work-api.ts'
import * as styles from './chat-work.module.css'

const waitMs = 200
const most = 30

/** The messages that have the words of the search, each a link to its place in its conversation. */
export function FoundMessages({ q: typed, from }: { q: string; from: string }) {
  const q = useSettled(typed)
  const found = useQuery(foundMessages(q))
  const { error } = found
  const rows = useDeferredValue(found.data)
  useEffect(() => {
    if (error) logFailure('Searching in messages', error)
  }, [error])

  function body() {
    if (found.data === undefined && error)
      return (
        <ErrorState
          what={t('messages.what')}
          error={error}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )
    if (rows === undefined)
      return (
        <Skeleton
          className={styles.note}
          active
          title={false}
          paragraph={{ rows: 3 }}
          aria-label={t('messages.loading')}
        />
      )
    if (rows.length === 0) return <p className={styles.note}>{t('messages.none')}</p>
    return (
      <>
        <ul className={styles.found}>
          {rows.map((row) => (
            <li key={row._id}>
              <Link
                to={`/user-chat/${encodeURIComponent(row.party_id)}?message=${row.seq}`}
                state={{
                  user_id: row.party_id,
                  full_name: row.full_name,
                  role: row.party_role,
                  from,
                }}
              >
                <span className={styles.who}>
                  {t(row.is_theirs ? 'messages.theirs' : 'messages.ours', { name: row.full_name })}
                  <RelativeTime value={row.createdAt} />
                </span>
                <span className={styles.text}>{excerptOf(row.message, q)}</span>
              </Link>
            </li>
          ))}
        </ul>
        {rows.length === most && <p className={styles.note}>{t('messages.most')}</p>}
      </>
    )
  }

  return (
    <section className={`il-card ${styles.messages}`} aria-labelledby="il-found-messages">
      <header className="il-card-header">
        <h2 id="il-found-messages">{t('messages.title', { q: typed })}</h2>
      </header>
      {body()}
    </section>
  )
}

function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), waitMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** The message from a little before the first of the words on, with the words marked. */
function excerptOf(message: string, q: string) {
  const words = (q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `(?<![\\p{L}\\p{N}])${word}`)
  const pattern = new RegExp(`(${words.join('|')})`, 'iu')
  const first = message.search(pattern)
  const start = first > 60 ? message.lastIndexOf(' ', first - 40) + 1 : 0
  const pieces = (start > 0 ? `…${message.slice(start)}` : message).slice(0, 240).split(new RegExp(pattern, 'giu'))
  return pieces.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))
}
