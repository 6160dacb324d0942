import { useEffect, useRef, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { olderNotifications } from '@interline/shared/contract'
import { Button } from '@interline/shared/ui'
import { t } from '../../messages.ts'
import { listOlder } from '../../api.ts'
import { NoticeItem } from './notice-item.tsx'
import type { Notice } from './notifications.ts'
import * as styles from './notification-bell.module.css'

/** The notifications before those that are listed, a part at a time. */
export function OlderNotices({ listed, onClose }: { listed: Notice[]; onClose: () => void }) {
  const { data, fetchNextPage, hasNextPage, isFetching, isError } = useInfiniteQuery({
    queryKey: ['older-notifications'],
    queryFn: ({ pageParam }) => listOlder(String(pageParam)),
    initialPageParam: listed.at(-1)?._id,
    // Fewer are the last ones.
    getNextPageParam: (rows) => (rows.length < olderNotifications ? undefined : rows.at(-1)?._id),
    // Only a click asks for them, and nothing is left of them once the panel is closed.
    enabled: false,
    gcTime: 0,
    meta: { what: 'older notifications' },
  })
  const isAll = data !== undefined && !hasNextPage
  const end = useRef<HTMLParagraphElement>(null)
  // A new one pushes the last one out of the list: from then on that is one of the older ones.
  const [shown, setShown] = useState(listed)
  const [pushedOut, setPushedOut] = useState<Notice[]>([])
  if (shown !== listed) {
    const ids = new Set(listed.map(({ _id }) => _id))
    setShown(listed)
    if (data) setPushedOut([...shown.filter(({ _id }) => !ids.has(_id)), ...pushedOut])
  }
  const older = [...pushedOut, ...(data?.pages.flat() ?? [])]

  // The button that had the focus is gone.
  useEffect(() => {
    if (isAll) end.current?.focus({ preventScroll: true })
  }, [isAll])

  return (
    <>
      {older.length > 0 && (
        <ul className={`il-timeline ${styles.notices}`} aria-label={t('bell.olderOnes')}>
          {older.map((notice, index) => (
            <NoticeItem
              key={typeof notice._id === 'string' ? notice._id : index}
              notice={notice}
              isNew={false}
              onOpen={onClose}
            />
          ))}
        </ul>
      )}
      {isAll ? (
        <p ref={end} className={`il-soft ${styles.older}`} tabIndex={-1}>
          {t('bell.noOlder')}
        </p>
      ) : (
        <div className={`il-soft ${styles.older}`}>
          {isError && !isFetching && <p role="alert">{t('bell.olderFailed')}</p>}
          <Button onClick={() => void fetchNextPage()} loading={isFetching}>
            {t('bell.older')}
          </Button>
        </div>
      )}
    </>
  )
}
