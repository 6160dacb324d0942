import { idOf } from '@interline/shared/api'
import { orNotAvailable } from '@interline/shared/i18n'
import { toInstant } from '@interline/shared/contract'
import { ChatButton, RowButton } from '@interline/shared/list'
import type { Column, OpenChat } from '@interline/shared/list'
import { DateText, PersonCell, whenLong } from '@interline/shared/ui'
import { t } from './messages.ts'
import { nameOf } from './user-row.ts'
import type { UserRow } from './user-row.ts'
import * as styles from './users-page.module.css'

/** The six columns of SPEC §2, Users. */
export const userColumns = (showDetails: (user: UserRow) => void, openChat: OpenChat): readonly Column<UserRow>[] => [
  {
    key: 'name',
    stateless: true,
    title: t('columns.name'),
    render: (user) => <PersonCell name={user.full_name} record={{ kind: 'user', id: user._id }} />,
    sortKey: 'full_name',
    width: 240,
    tight: 200,
    phone: 'heading',
    fixed: 'start',
  },
  {
    key: 'joined',
    stateless: true,
    title: t('columns.joined'),
    render: (user) => <DateText value={user.createdAt} />,
    sortKey: 'createdAt',
    sortValue: (user) => toInstant(user.createdAt),
    width: 130,
    tight: 104,
  },
  {
    key: 'contact',
    stateless: true,
    title: t('columns.contact'),
    render: (user) => (
      <span className={`il-cut ${styles.phone}`} translate="no">
        {orNotAvailable(user.phone)}
      </span>
    ),
    sortKey: 'phone',
    width: 170,
    tight: 150,
    phone: 'brief',
  },
  {
    key: 'email',
    stateless: true,
    title: t('columns.email'),
    render: (user) => <EmailText address={orNotAvailable(user.email)} />,
    sortKey: 'email',
    width: 260,
    tight: 264,
    phone: 'brief',
  },
  {
    key: 'chat',
    stateless: true,
    title: t('columns.chat'),
    render: (user) => (
      <ChatButton
        party={{ user_id: idOf(user._id), full_name: user.full_name }}
        label={t('actions.chat', { name: nameOf(user) })}
        openChat={openChat}
      />
    ),
    width: 80,
    tight: 62,
    phone: 'beside',
  },
  {
    key: 'details',
    stateless: true,
    title: t('columns.details'),
    render: (user) => <DetailsButton {...{ user, showDetails }} />,
    width: 90,
    tight: 76,
  },
]

function DetailsButton({ user, showDetails }: { user: UserRow; showDetails: (user: UserRow) => void }) {
  return <RowButton label={t('actions.details', { name: nameOf(user) })} icon="eye" onClick={() => showDetails(user)} />
}

/** A mail address that breaks before its @ where it must break. */
function EmailText({ address }: { address: string }) {
  const at = Math.max(address.indexOf('@'), 0)
  return (
    <span className="il-break" translate="no" {...whenLong(address)}>
      <span>{address.slice(0, at)}</span>
      <wbr />
      <span>{address.slice(at)}</span>
    </span>
  )
}
