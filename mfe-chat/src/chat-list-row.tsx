import { Link } from '@interline/shared/router'
import { changeMark, PersonCell, RelativeTime } from '@interline/shared/ui'
import type { ChatRow } from './api.ts'
import { isUnseen, partyOf, toRole } from './party.ts'
import { say } from './say.ts'

type ChatListRowProps = { chat: ChatRow; me: string; from: string; changes: number; onOpen: (party: string) => void }

/** One conversation (SPEC §2, Chat List). Opening it marks it as seen first. */
export function ChatListRow({ chat, me, from, changes, onOpen }: ChatListRowProps) {
  const party = partyOf(chat, me)
  const role = toRole(chat.party_role)
  const unseen = isUnseen(chat, me)
  const count = typeof chat.unseen_count === 'number' && chat.unseen_count > 1 ? chat.unseen_count : 1
  const content = (
    <>
      <PersonCell name={chat.full_name} detail={chat.last_message} picture={chat.profile_picture} />
      {role !== null && <span className="il-chat-role">{say(`role.${role}`)}</span>}
      <span className="il-chat-when">
        <RelativeTime value={chat.last_message_date} />
        {unseen && (
          <span className="il-chat-unseen" role="img" aria-label={say('list.unseen', { count })} title={say('list.unseen', { count })} />
        )}
      </span>
    </>
  )
  if (party === null) return <li className="il-chat-row">{content}</li>
  const state = { user_id: party, full_name: chat.full_name, profile_picture: chat.profile_picture, from, ...(role !== null && { role }) }
  return (
    <li data-changed={changeMark(changes)}>
      <Link className="il-chat-row" data-unseen={unseen} to={`/user-chat/${encodeURIComponent(party)}`} state={state} onClick={() => onOpen(party)}>
        {content}
      </Link>
    </li>
  )
}
