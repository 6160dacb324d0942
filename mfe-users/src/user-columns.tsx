import { orNotAvailable, toInstant } from '@interline/shared'
import { Button, DateText, Icon, PersonCell } from '@interline/shared/ui'
import type { Column } from '@interline/shared/list'
import { ChatButton } from './chat-button.tsx'
import { say } from './messages.ts'
import { nameOf } from './user-row.ts'
import type { UserRow } from './user-row.ts'

/** The six columns of SPEC §2, Users. */
export const userColumns = (showDetails: (user: UserRow) => void): readonly Column<UserRow>[] => [
  {
    key: 'name',
    title: say('columns.name'),
    render: (user) => <PersonCell name={user.full_name} />,
    sortKey: 'full_name',
    width: 240,
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
  },
  { key: 'contact', title: say('columns.contact'), render: (user) => <span className="users-phone">{orNotAvailable(user.phone)}</span>, sortKey: 'phone', width: 170 },
  { key: 'email', title: say('columns.email'), render: (user) => <span className="il-break">{orNotAvailable(user.email)}</span>, sortKey: 'email', width: 260 },
  { key: 'chat', title: say('columns.chat'), render: (user) => <ChatButton user={user} />, width: 80 },
  { key: 'details', title: say('columns.details'), render: (user) => <DetailsButton {...{ user, showDetails }} />, width: 90 },
]

function DetailsButton({ user, showDetails }: { user: UserRow; showDetails: (user: UserRow) => void }) {
  const label = say('actions.details', { name: nameOf(user) })
  return <Button type="text" aria-label={label} title={label} icon={<Icon id="eye" />} onClick={() => showDetails(user)} />
}
