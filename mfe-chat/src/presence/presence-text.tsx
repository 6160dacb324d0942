import type { Presence } from '@interline/shared/contract'
import { RelativeTime } from '@interline/shared/ui'
import { t } from '../messages.ts'
import * as styles from './presence-text.module.css'

/** `Online`, or when the person was last seen. */
export function PresenceText({ presence: { isOnline, lastSeenAt } }: { presence: Presence }) {
  if (isOnline) return <span>{t('presence.online')}</span>
  if (lastSeenAt === null) return <span>{t('presence.offline')}</span>
  return (
    <>
      <span>{t('presence.lastSeen')}</span> <RelativeTime value={lastSeenAt} />
    </>
  )
}

/** A dot beside a picture; a text nearby says what it means. */
export const PresenceDot = ({ presence }: { presence: Presence | undefined }) =>
  presence !== undefined && <span className={styles.dot} data-online={presence.isOnline} aria-hidden="true" />
