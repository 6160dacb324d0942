import type { ReactNode } from 'react'
import { Link } from '@interline/shared/router'
import type { Viewer, Presence } from '@interline/shared/contract'
import { Icon, PersonCell, RecordLink, whenLong } from '@interline/shared/ui'
import { PresenceDot, PresenceText } from '../presence/presence-text.tsx'
import { isRecord, isScreen } from '../party/party.ts'
import { t } from '../messages.ts'
import { RoleTag } from '../party/role-tag.tsx'
import type { Party } from '../party/use-party.ts'
import * as styles from './chat-page.module.css'

function backLabel(from: string): string {
  if (isScreen(from, '/drivers')) return t('chat.backToDrivers')
  if (isRecord(from)) return t('chat.back')
  return isScreen(from, '/users') ? t('chat.backToUsers') : t('chat.backToChats')
}

type ChatHeaderProps = {
  party: Party
  name: string
  presence: Presence | undefined
  viewers: readonly Viewer[]
  children?: ReactNode
}

export function ChatHeader({ party, name, presence, viewers, children }: ChatHeaderProps) {
  // The text with a mark in place of the name, which is a link.
  const [before, after] = t('chat.heading', { name: '\n' }).split('\n')
  const names = viewers.map(({ full_name }) => full_name).join(', ')
  return (
    <header className={styles.header}>
      <Link className={styles.back} to={party.from}>
        <Icon id="arrow-left" size={18} />
        <span>{backLabel(party.from)}</span>
      </Link>
      {children}
      <div className={styles.person}>
        <span className={styles.picture} aria-hidden="true">
          <PersonCell name={name} picture={party.picture} />
          <PresenceDot presence={presence} />
        </span>
        <div className={styles.who}>
          <div className={styles.name}>
            <h1 id="il-talk-title" {...whenLong(name)}>
              {before}
              <PersonLink party={party}>{name}</PersonLink>
              {after}
            </h1>
            {party.role !== null && <RoleTag role={party.role} />}
          </div>
          <p className={styles.presence}>
            {presence !== undefined && (
              <span data-online={presence.isOnline}>
                <PresenceText presence={presence} />
              </span>
            )}
            {viewers.length > 0 && (
              <span className={styles.viewers} title={t('presence.alsoHere', { count: viewers.length, names })}>
                <Icon id="eye" size={14} />
                <span className="il-cut">{t('presence.alsoHere', { count: viewers.length, names })}</span>
              </span>
            )}
          </p>
        </div>
      </div>
    </header>
  )
}

/** A name leads to the page of a person once it is known what they are. The element stays when it becomes a link. */
const PersonLink = ({ party: { id, role }, children }: { party: Party; children: ReactNode }) => (
  <span translate="no">
    {role === null ? (
      children
    ) : (
      <RecordLink kind={role} id={id}>
        {children}
      </RecordLink>
    )}
  </span>
)
