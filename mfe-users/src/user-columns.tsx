import { orNotAvailable, toInstant } from '@interline/shared'
import { RowButton } from '@interline/shared/list'
import type { Column } from '@interline/shared/list'
import { DateText, PersonCell, whenLong } from '@interline/shared/ui'
import { ChatButton } from './chat-button.tsx'
import type { OpenChat } from './chat-button.tsx'
import { say } from './messages.ts'
import { nameOf } from './user-row.ts'
import type { UserRow } from './user-row.ts'

/** The six columns of SPEC §2, Users. */
export const userColumns = (showDetails: (user: UserRow) => void, openChat: OpenChat): readonly Column<UserRow>[] => [
  {
    key: 'name',
    title: say('columns.name'),
    render: (user) => <PersonCell name={user.full_name} />,
    sortKey: 'full_name',
    width: 240,
    tight: 200,
    phone: 'heading',
    fixed: 'start',
  },
  {
    key: 'joined',
    title: say('columns.joined'),
    render: (user) => <DateText value={user.createdAt} />,
    sortKey: 'createdAt',
    sortValue: (user) => toInstant(user.createdAt) || null,
    width: 130,
    tight: 104,
  },
  { key: 'contact', title: say('columns.contact'), render: (user) => <span className="users-phone">{orNotAvailable(user.phone)}</span>, sortKey: 'phone', width: 170, tight: 150 },
  { key: 'email', title: say('columns.email'), render: (user) => <EmailText address={orNotAvailable(user.email)} />, sortKey: 'email', width: 260, tight: 264 },
  { key: 'chat', title: say('columns.chat'), render: (user) => <ChatButton {...{ user, openChat }} />, width: 80, tight: 62 },
  { key: 'details', title: say('columns.details'), render: (user) => <DetailsButton {...{ user, showDetails }} />, width: 90, tight: 76 },
]

function DetailsButton({ user, showDetails }: { user: UserRow; showDetails: (user: UserRow) => void }) {
  return <RowButton label={say('actions.details', { name: nameOf(user) })} icon="eye" onClick={() => showDetails(user)} />
}

/** A mail address that breaks before its @ where it must break. */
function EmailText({ address }: { address: string }) {
  const at = Math.max(address.indexOf('@'), 0)
  return (
    <span className="il-break" {...whenLong(address)}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
