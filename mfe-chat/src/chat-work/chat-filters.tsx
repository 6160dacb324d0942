import { useQuery } from '@tanstack/react-query'
import { Link } from '@interline/shared/router'
import { usePermitted } from '@interline/shared/session'
import { Checkbox } from '@interline/shared/ui'
import { chatFilters } from '../list-view.ts'
import type { ListView } from '../list-view.ts'
import { t } from './messages.ts'
import { chatCounts } from './work-api.ts'
import * as styles from './chat-work.module.css'

// The server counts no further.
const countedConversations = 1000

/** Which conversations the list shows, and in which order. */
export function ChatFilters({ params, linkTo, change }: ListView) {
  const { data: counts } = useQuery(chatCounts)
  const mayAnswer = usePermitted('chats:write')
  const shown = params.get('show')

  const linkOf = (show: string | null) => {
    const next = new URLSearchParams(params)
    next.delete('show')
    if (show !== null) next.set('show', show)
    return linkTo(next)
  }
  const countText = (count: number) =>
    count >= countedConversations ? t('filters.most', { count }) : t('filters.count', { count })

  return (
    <div className={styles.filters}>
      <nav aria-label={t('filters.label')}>
        <ul>
          {[null, ...chatFilters].map((show) => {
            const count = show === null ? undefined : counts?.[show]
            return (
              <li key={show ?? 'all'}>
                <Link
                  {...linkOf(show)}
                  aria-current={shown === show ? 'true' : undefined}
                  {...(count !== undefined && { title: countText(count) })}
                >
                  {t(`filters.${show ?? 'all'}`)}{' '}
                  {show !== null && (
                    <span className={styles.count}>
                      {count !== undefined && count >= countedConversations ? `${countedConversations - 1}+` : count}
                    </span>
                  )}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      {mayAnswer && (
        <Checkbox
          checked={params.get('sort') === 'unread'}
          onChange={({ target }) => {
            const next = new URLSearchParams(params)
            if (target.checked) next.set('sort', 'unread')
            else next.delete('sort')
            change(next)
          }}
        >
          {t('filters.unreadFirst')}
        </Checkbox>
      )}
    </div>
  )
}
