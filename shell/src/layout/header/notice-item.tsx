import { Link } from '@interline/shared/router'
import { usePermitted } from '@interline/shared/session'
import { listAddress, recordAddress, RelativeTime } from '@interline/shared/ui'
import { t } from '../../messages.ts'
import { useHasScreen } from '../../remotes/has-screen.ts'
import type { Notice } from './notifications.ts'
import * as styles from './notification-bell.module.css'

const kinds: readonly Parameters<typeof recordAddress>[0][] = ['driver', 'user', 'booking', 'chat']

/**
 * Where the subject of a notification is, or the rows of a bulk change; null where it names none, or a page that this
 * backend, role or release does not have.
 */
function useSubjectPath({ _id, subject, count }: Notice): string | null {
  const mayReadRecords = usePermitted('records:read')
  const hasScreen = useHasScreen()
  const kind = kinds.find((known) => known === subject?.kind)
  if (kind === undefined || typeof subject?._id !== 'string' || (kind !== 'chat' && !mayReadRecords)) return null
  const record = recordAddress(kind, subject._id)
  if (!hasScreen(record)) return null
  if (kind === 'chat' || typeof count !== 'number') return record
  // The list has the rows of a bulk change.
  return `${listAddress(kind)}?notification=${encodeURIComponent(String(_id))}`
}

/** One notification, which leads to its subject. */
export function NoticeItem({ notice, isNew, onOpen }: { notice: Notice; isNew: boolean; onOpen: () => void }) {
  const to = useSubjectPath(notice)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return (
    <li data-new={isNew}>
      <p className={styles.title}>
        {to === null ? (
          text(notice.title)
        ) : (
          <Link className="il-cover" to={to} onClick={onOpen}>
            {text(notice.title)}
          </Link>
        )}
        {isNew && <span className="il-visually-hidden">{t('bell.new')}</span>}
      </p>
      <p className="il-hint" translate="no">
        {text(notice.body)}
      </p>
      <p className={styles.time}>
        <RelativeTime value={notice.createdAt} />
      </p>
    </li>
  )
}
