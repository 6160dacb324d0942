import { Link } from '@interline/shared/router'
import { usePermitted } from '@interline/shared/session'
import { RelativeTime } from '@interline/shared/ui'
import { useT } from '../../messages.ts'
import type { Notice } from './notifications.ts'
import * as styles from './notification-bell.module.css'

const pathOf = { driver: '/drivers/', user: '/users/', booking: '/user-rides/', chat: '/user-chat/' }

/**
 * Where the subject of a notification is, or the rows of a bulk change; null where it names none, or a page that this
 * backend or role does not have.
 */
function useSubjectPath({ _id, subject, count }: Notice): string | null {
  const mayReadRecords = usePermitted('records:read')
  const path = subject && Object.hasOwn(pathOf, subject.kind) ? pathOf[subject.kind] : undefined
  if (path === undefined || typeof subject?._id !== 'string') return null
  if (subject.kind === 'chat') return path + encodeURIComponent(subject._id)
  if (!mayReadRecords) return null
  // The list has the rows of a bulk change.
  if (typeof count === 'number') return `${path.slice(0, -1)}?notification=${encodeURIComponent(String(_id))}`
  return path + encodeURIComponent(subject._id)
}

/** One notification, which leads to its subject. */
export function NoticeItem({ notice, isNew, onOpen }: { notice: Notice; isNew: boolean; onOpen: () => void }) {
  const t = useT()
  const to = useSubjectPath(notice)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return (
    <li data-new={isNew}>
      <p className={styles.title}>
        {to === null ? (
          text(notice.title)
        ) : (
          <Link className={styles.subject} to={to} onClick={onOpen}>
            {text(notice.title)}
          </Link>
        )}
        {isNew && <span className="il-visually-hidden">{t('bell.new')}</span>}
      </p>
      <p className={styles.body}>{text(notice.body)}</p>
      <p className={styles.time}>
        <RelativeTime value={notice.createdAt} />
      </p>
    </li>
  )
}
