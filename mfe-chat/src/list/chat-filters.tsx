import { useQuery } from '@tanstack/react-query'
import { chatFilters, countedConversations } from '@interline/shared/contract'
import { Link } from '@interline/shared/router'
import { usePermitted } from '@interline/shared/session'
import { Checkbox } from '@interline/shared/ui'
import type { ListView } from './list-view.ts'
import { t } from '../messages.ts'
import { chatCounts } from '../api.ts'
import * as styles from './list-tools.module.css'

/** The filters say which conversations the list shows, and in which order. */
export function ChatFilters({ params, linkTo, change }: ListView) {
  const { data: counts } = useQuery(chatCounts)
  const mayAnswer = usePermitted('chats:write')
  const shown = params.get('show')

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
                  className="il-button il-button-pill"
                  {...linkTo('show', show ?? '')}
                  aria-current={shown === show ? 'true' : undefined}
                  {...(count !== undefined && { title: countText(count) })}
                >
                  <span>{t(`filters.${show ?? 'all'}`)}</span>{' '}
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
          onChange={({ target }) => change('sort', target.checked ? 'unread' : '')}
        >
          {t('filters.unreadFirst')}
        </Checkbox>
      )}
    </div>
  )
}
