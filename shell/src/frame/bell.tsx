import { useState } from 'react'
import { Link } from '@interline/shared/router'
import { Icon, RegionFailed, RelativeTime, Skeleton } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { countOf, markRead, useNotifications, type Notice } from './notifications.ts'
import { PopPanel } from './pop-panel.tsx'

/** The notification bell (SPEC §2): a badge with the count, and the list it opens. */
export function Bell() {
  const say = useSay()
  const { data: notices, error, isPending, isFetching, refetch } = useNotifications()
  const [fresh, setFresh] = useState<ReadonlySet<Notice['_id']>>(new Set())
  const count = countOf(notices ?? [])
  const counted = say(notices?.some(({ read }) => typeof read === 'boolean') ? 'bell.unread' : 'bell.count', { count })
  const open = () => {
    setFresh(new Set(notices?.filter(({ read }) => read === false).map(({ _id }) => _id)))
    void markRead(notices ?? [])
  }
  return (
    <PopPanel
      className="il-bell"
      label={count > 0 ? `${say('bell.title')}, ${counted}` : say('bell.title')}
      title={say('bell.title')}
      onOpen={open}
      button={
        <>
          <Icon id="bell" size={20} />
          {count > 0 && <span className="il-bell-badge">{count > 99 ? '99+' : count}</span>}
        </>
      }
    >
      {(close) => (
        <>
          <div className="il-bell-head">
            <h2>{say('bell.title')}</h2>
            {fresh.size > 0 && <span className="il-count">{say('bell.unread', { count: fresh.size })}</span>}
          </div>
          <div className="il-bell-list" tabIndex={0} role="region" aria-label={say('bell.what')}>
            {isPending && (
              <div className="il-bell-loading" role="status" aria-label={say('bell.loading')}>
                <Skeleton active paragraph={{ rows: 4 }} title={false} />
              </div>
            )}
            {error !== null && !notices && <RegionFailed what={say('bell.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />}
            {notices?.length === 0 && <p className="il-bell-none">{say('bell.none')}</p>}
            {notices && notices.length > 0 && (
              <ul>
                {notices.map((notice, index) => (
                  <NoticeItem key={typeof notice._id === 'string' ? notice._id : index} notice={notice} isNew={fresh.has(notice._id)} />
                ))}
              </ul>
            )}
          </div>
          <Link className="il-bell-all" to="/chats" onClick={close}>
            {say('bell.showAll')}
          </Link>
        </>
      )}
    </PopPanel>
  )
}

function NoticeItem({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const say = useSay()
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return (
    <li data-new={isNew}>
      <p className="il-bell-title">
        {text(notice.title)}
        {isNew && <span className="il-visually-hidden">{say('bell.new')}</span>}
      </p>
      <p className="il-bell-body">{text(notice.body)}</p>
      <p className="il-bell-time">
        <RelativeTime value={notice.createdAt} />
      </p>
    </li>
  )
}
