import { useDeferredValue } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FoundMessage } from '@interline/shared/contract'
import { Link } from '@interline/shared/router'
import { chatWith, RelativeTime } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { foundMessages } from '../api.ts'
import { NotLoaded } from '../not-loaded.tsx'
import * as styles from './list-tools.module.css'

const most = 30

/** The messages that have the words of the search, each a link to its place in its conversation. */
export function FoundMessages({ q, from }: { q: string; from: string }) {
  const found = useQuery(foundMessages(q))
  const rows = useDeferredValue(found.data)

  function body() {
    if (rows === undefined)
      return (
        <NotLoaded
          className={styles.note}
          query={found}
          what={t('messages.what')}
          loading={t('messages.loading')}
          rows={3}
        />
      )
    if (rows.length === 0) return <p className={`il-soft ${styles.note}`}>{t('messages.none')}</p>
    return (
      <>
        <ul className={`il-lines ${styles.found}`}>
          {rows.map((row) => (
            <li key={row._id}>
              <Link className="il-option" {...wayTo(row, from)}>
                <span className={`il-hint ${styles.who}`}>
                  <span>{t(row.is_theirs ? 'messages.theirs' : 'messages.ours', { name: row.full_name })}</span>
                  <RelativeTime value={row.createdAt} />
                </span>
                <span className={styles.text} translate="no">
                  {excerptOf(row.message, q)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {rows.length === most && <p className={`il-soft ${styles.note}`}>{t('messages.most')}</p>}
      </>
    )
  }

  return (
    <section className={`il-card ${styles.messages}`} aria-labelledby="il-found-messages">
      <header className="il-card-header">
        <h2 id="il-found-messages">{t('messages.title', { q })}</h2>
      </header>
      {body()}
    </section>
  )
}

function wayTo({ party_id, full_name, party_role, seq }: FoundMessage, from: string) {
  const { to, state } = chatWith({ user_id: party_id, full_name, role: party_role, from })
  return { to: `${to}?message=${seq}`, state }
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
