import { useState } from 'react'
import { Link } from '@interline/shared/router'
import { Icon, ErrorState, RelativeTime, Skeleton } from '@interline/shared/ui'
import { useT } from '../../messages.ts'
import { countOf, markRead, useNotifications, type Notice } from './notifications.ts'
import { Popover } from '../../page/popover.tsx'
import * as styles from './notification-bell.module.css'

/** The notification bell (SPEC §2): a badge with the count, and the list it opens. */
export function Bell() {
  const t = useT()
  const { data: notices, error, isPending, isFetching, refetch } = useNotifications()
  const [fresh, setFresh] = useState<ReadonlySet<Notice['_id']>>(new Set())
  const count = countOf(notices ?? [])
  const counted = t(notices?.some(({ read }) => typeof read === 'boolean') ? 'bell.unread' : 'bell.count', { count })
  const open = () => {
    setFresh(new Set(notices?.filter(({ read }) => read === false).map(({ _id }) => _id)))
    void markRead(notices ?? [])
  }
  return (
    <Popover
      className={styles.panel}
      label={count > 0 ? `${t('bell.title')}, ${counted}` : t('bell.title')}
      title={t('bell.title')}
      onOpen={open}
      button={
        <>
          <Icon id="bell" size={20} />
          {count > 0 && <span className={styles.badge}>{count > 99 ? '99+' : count}</span>}
        </>
      }
    >
      {(close) => (
        <>
          <div className={styles.head}>
            <h2>{t('bell.title')}</h2>
            {fresh.size > 0 && <span className="il-count">{t('bell.unread', { count: fresh.size })}</span>}
          </div>
          <div className={styles.list} tabIndex={0} role="region" aria-label={t('bell.what')}>
            {isPending && (
              <div className={styles.loading} role="status" aria-label={t('bell.loading')}>
                <Skeleton active paragraph={{ rows: 4 }} title={false} />
              </div>
            )}
            {error !== null && !notices && (
              <ErrorState what={t('bell.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
            )}
            {notices?.length === 0 && <p className={styles.none}>{t('bell.none')}</p>}
            {notices && notices.length > 0 && (
              <ul>
                {notices.map((notice, index) => (
                  <NoticeItem
                    key={typeof notice._id === 'string' ? notice._id : index}
                    notice={notice}
                    isNew={fresh.has(notice._id)}
                  />
                ))}
              </ul>
            )}
          </div>
          <Link className={styles.all} to="/chats" onClick={close}>
            {t('bell.showAll')}
          </Link>
        </>
      )}
    </Popover>
  )
}

function NoticeItem({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const t = useT()
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return (
    <li data-new={isNew}>
      <p className={styles.title}>
        {text(notice.title)}
        {isNew && <span className="il-visually-hidden">{t('bell.new')}</span>}
      </p>
      <p className={styles.body}>{text(notice.body)}</p>
      <p className={styles.time}>
        <RelativeTime value={notice.createdAt} />
      </p>
    </li>
  )
}
