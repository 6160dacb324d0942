import { useEffect, useRef, useState } from 'react'
import { newestNotifications } from '@interline/shared/contract'
import { Link } from '@interline/shared/router'
import { useBackend } from '@interline/shared/session'
import { Button, Icon, ErrorState, lazyWithRetry, Popover, Skeleton } from '@interline/shared/ui'
import { t } from '../../messages.ts'
import { useHasScreen } from '../../remotes/has-screen.ts'
import { NoticeItem } from './notice-item.tsx'
import { countOf, markRead, useNotifications, type Notice } from './notifications.ts'
import * as styles from './notification-bell.module.css'

const OlderNotices = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "dialogs" */ './older-notices.tsx')).OlderNotices,
)

/** The notification bell (SPEC §2): a badge with the count, and the list it opens. */
export function Bell() {
  const query = useNotifications()
  const notices = query.data ?? []
  const count = countOf(notices)
  const counted = t(notices.some(({ read }) => typeof read === 'boolean') ? 'bell.unread' : 'bell.count', { count })
  return (
    <Popover
      className="il-icon-button"
      panelClassName={styles.panel}
      label={count > 0 ? `${t('bell.title')}, ${counted}` : t('bell.title')}
      title={t('bell.title')}
      button={
        <>
          <Icon id="bell" size={20} />
          {count > 0 && <span className={styles.badge}>{count > 99 ? '99+' : count}</span>}
        </>
      }
    >
      {(close) => <Panel {...query} onClose={close} />}
    </Popover>
  )
}

type PanelProps = ReturnType<typeof useNotifications> & { onClose: () => void }

function Panel({ data: notices, error, isPending, isFetching, refetch, onClose }: PanelProps) {
  const hasKinds = useBackend().has('notifications')
  const hasScreen = useHasScreen()
  const list = useRef<HTMLDivElement>(null)
  const fresh = useFresh(notices)
  useEffect(() => (list.current && notices ? markWhatShows(list.current, notices) : undefined), [notices])
  const markAll = () => {
    list.current?.focus()
    void markRead()
  }
  return (
    <>
      <div className={styles.head}>
        <h2>{t('bell.title')}</h2>
        {fresh.size > 0 && <span className="il-count">{t('bell.fresh', { count: fresh.size })}</span>}
        {notices?.some(isUnread) && (
          <Button type="link" size="small" onClick={markAll}>
            {t('bell.markAll')}
          </Button>
        )}
        {hasKinds && (
          <Link
            className="il-icon-button il-icon-button-small"
            to="/my-account"
            aria-label={t('bell.choose')}
            title={t('bell.choose')}
            onClick={onClose}
          >
            <Icon id="settings" size={16} />
          </Link>
        )}
      </div>
      <div ref={list} className={styles.list} tabIndex={0} role="region" aria-label={t('bell.what')}>
        {isPending && (
          <div className={styles.loading} role="status" aria-label={t('bell.loading')}>
            <Skeleton active paragraph={{ rows: 4 }} title={false} />
          </div>
        )}
        {error !== null && !notices && (
          <ErrorState what={t('bell.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {notices?.length === 0 && <p className={`il-soft ${styles.none}`}>{t('bell.none')}</p>}
        {notices && notices.length > 0 && (
          <ul className={`il-timeline ${styles.notices}`}>
            {notices.map((notice, index) => (
              <NoticeItem
                key={typeof notice._id === 'string' ? notice._id : index}
                notice={notice}
                isNew={fresh.has(notice._id)}
                onOpen={() => {
                  if (isUnread(notice)) void markRead([notice._id])
                  onClose()
                }}
              />
            ))}
          </ul>
        )}
        {hasKinds && notices && notices.length >= newestNotifications && (
          <OlderNotices listed={notices} onClose={onClose} />
        )}
      </div>
      {hasScreen('/chats') && (
        <Link className={styles.all} to="/chats" onClick={onClose}>
          {t('bell.showAll')}
        </Link>
      )}
    </>
  )
}

const isUnread = ({ read }: Notice) => read === false

/** A notification that was unread when the panel was opened, or came since, stays new until the panel is closed. */
function useFresh(notices: Notice[] = []): ReadonlySet<Notice['_id']> {
  const [fresh, setFresh] = useState<ReadonlySet<Notice['_id']>>(new Set())
  const ids = notices.filter(isUnread).map(({ _id }) => _id)
  if (ids.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...ids]))
  return fresh
}

const restMs = 300

/** Marks as read what the list shows, now and whenever its scrolling has come to rest. */
function markWhatShows(list: HTMLElement, notices: Notice[]): () => void {
  const mark = () => {
    if (document.hidden) return
    const { top, bottom } = list.getBoundingClientRect()
    const items = list.querySelectorAll('li')
    const isShown = (index: number) => {
      const box = items[index]?.getBoundingClientRect()
      const middle = box ? (box.top + box.bottom) / 2 : NaN
      return middle >= top && middle <= bottom
    }
    void markRead(notices.filter((notice, index) => isUnread(notice) && isShown(index)).map(({ _id }) => _id))
  }
  let timer = setTimeout(mark)
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(mark, restMs)
  }
  list.addEventListener('scroll', later)
  document.addEventListener('visibilitychange', later)
  return () => {
    clearTimeout(timer)
    list.removeEventListener('scroll', later)
    document.removeEventListener('visibilitychange', later)
  }
}
