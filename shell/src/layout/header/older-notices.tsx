import { useEffect, useRef, useState } from 'react'
import { logFailure } from '@interline/shared/api'
import { Button } from '@interline/shared/ui'
import { useT } from '../../messages.ts'
import { listOlder } from '../../api.ts'
import { NoticeItem } from './notice-item.tsx'
import type { Notice } from './notifications.ts'
import * as styles from './notification-bell.module.css'

// Fewer are the last ones.
const olderNotifications = 50

/** The notifications before those that are listed, a part at a time. */
export function OlderNotices({ listed, onClose }: { listed: Notice[]; onClose: () => void }) {
  const t = useT()
  const [older, setOlder] = useState<Notice[]>([])
  const [state, setState] = useState<'more' | 'loading' | 'failed' | 'all'>('more')
  const end = useRef<HTMLParagraphElement>(null)

  async function load() {
    const known = new Set([...listed, ...older].map(({ _id }) => _id))
    const last = (older.at(-1) ?? listed.at(-1))?._id
    if (typeof last !== 'string' || state === 'loading') return
    setState('loading')
    try {
      const rows = await listOlder(last)
      // A version of our backend that cannot tell answers with the newest ones.
      const others = rows.filter(({ _id }) => !known.has(_id))
      setOlder([...older, ...others])
      setState(others.length < olderNotifications ? 'all' : 'more')
    } catch (error) {
      logFailure('Older notifications', error)
      setState('failed')
    }
  }
  // The button that had the focus is gone.
  useEffect(() => {
    if (state === 'all') end.current?.focus({ preventScroll: true })
  }, [state])

  return (
    <>
      {older.length > 0 && (
        <ul className={styles.notices} aria-label={t('bell.olderOnes')}>
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
      {state === 'all' ? (
        <p ref={end} className={styles.older} tabIndex={-1}>
          {t('bell.noOlder')}
        </p>
      ) : (
        <div className={styles.older}>
          {state === 'failed' && <p role="alert">{t('bell.olderFailed')}</p>}
          <Button onClick={() => void load()} loading={state === 'loading'}>
            {t('bell.older')}
          </Button>
        </div>
      )}
    </>
  )
}
