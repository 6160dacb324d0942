import { Link, useNavigate } from '@interline/shared/router'
import { usePermitted } from '@interline/shared/session'
import type { Presence } from '@interline/shared/contract'
import { changeMark, chatWith, Icon, PersonCell, recordAddress, RelativeTime } from '@interline/shared/ui'
import type { ChatRow } from '../api.ts'
import { isUnseen, nameOf, partyOf, toRole } from '../party/party.ts'
import { RoleTag } from '../party/role-tag.tsx'
import { PresenceDot, PresenceText } from '../presence/presence-text.tsx'
import { t } from '../messages.ts'
import * as styles from './chat-list.module.css'

type ChatListRowProps = {
  chat: ChatRow
  me: string
  from: string
  /** Its conversation stands beside the list. */
  isOpened: boolean
  /** How often it changed while it was shown. */
  changes: number
  presence: Presence | undefined
  /** The words for the one who types in it now; null when nobody does. */
  typing: string | null
  onOpen: (party: string) => void
}

/** One conversation (SPEC §2, Chat List). Opening it marks it as seen first. */
export function ChatListRow({ chat, me, from, isOpened, changes, presence, typing, onOpen }: ChatListRowProps) {
  const mayReadRecords = usePermitted('records:read')
  const party = partyOf(chat, me)
  const role = toRole(chat.party_role)
  const mayAnswer = usePermitted('chats:write')
  const unseen = mayAnswer && isUnseen(chat, me)
  const count = typeof chat.unseen_count === 'number' && chat.unseen_count > 1 ? chat.unseen_count : 1
  const assignee = nameOf((chat.assigned_to as { full_name?: unknown } | null | undefined)?.full_name)
  const content = (
    <>
      <span className={styles.person} data-typing={typing !== null}>
        <PersonCell name={chat.full_name} detail={typing ?? chat.last_message} picture={chat.profile_picture} />
        {presence?.isOnline && <PresenceDot presence={presence} />}
      </span>
      <span className={`il-hint ${styles.presence}`} data-online={presence?.isOnline}>
        {presence !== undefined && (presence.isOnline || presence.lastSeenAt !== null) && (
          <PresenceText presence={presence} />
        )}
      </span>
      {(chat.closed_at != null || assignee !== null) && (
        <span className={`il-hint il-cut ${styles.work}`}>
          {chat.closed_at != null ? t('list.closed') : t('list.assignedTo', { name: assignee ?? '' })}
        </span>
      )}
      {role !== null && <RoleTag role={role} className={styles.role} />}
      <span className={`il-hint ${styles.when}`}>
        <span>
          <RelativeTime value={chat.last_message_date} />
          {unseen && (
            <span
              className={styles.unseen}
              role="img"
              aria-label={t('list.unseen', { count })}
              title={t('list.unseen', { count })}
            />
          )}
        </span>
        {chat.waiting_since != null && (
          <span className={styles.waiting} data-since-last={chat.waiting_since === chat.last_message_date}>
            <span>{t('list.waiting')}</span> <RelativeTime value={chat.waiting_since} isDuration />
          </span>
        )}
      </span>
    </>
  )
  if (party === null) return <li className={styles.row}>{content}</li>
  return (
    <li className={styles.line} data-changed={changeMark(changes)}>
      <Link
        className={styles.row}
        data-unseen={unseen}
        aria-current={isOpened ? 'true' : undefined}
        {...chatWith({
          user_id: party,
          full_name: chat.full_name,
          profile_picture: chat.profile_picture,
          from,
          ...(role !== null && { role }),
        })}
        onClick={() => onOpen(party)}
      >
        {content}
      </Link>
      {role !== null && mayReadRecords && <ProfileButton to={recordAddress(role, party)} />}
    </li>
  )
}

/** The person's page. A button, for the row is the one link of its line, and a link holds no other. */
function ProfileButton({ to }: { to: string }) {
  const navigate = useNavigate()
  const openTab = () => window.open(to, '_blank', 'noopener')
  return (
    <button
      type="button"
      className={styles.record}
      aria-label={t('list.openRecord')}
      title={t('list.openRecord')}
      onClick={({ ctrlKey, metaKey }) => void (ctrlKey || metaKey ? openTab() : navigate(to))}
      onAuxClick={({ button }) => button === 1 && openTab()}
    >
      <Icon id="account" size={18} />
    </button>
  )
}
