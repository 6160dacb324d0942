import { useMemo, useState } from 'react'
import { notAvailable, orNotAvailable } from '@interline/shared'
import { ListPage } from '@interline/shared/list'
import { late } from '@interline/shared/ui'
import { usersPath } from './api.ts'
import { useOpenChat } from './chat-button.tsx'
import { useSay } from './messages.ts'
import { userColumns } from './user-columns.tsx'
import type { UserRow } from './user-row.ts'
import './users.css'

const UserDetails = late(async () => (await import('./user-details.tsx')).UserDetails)

const searchText = ({ full_name, phone, email }: UserRow) => [full_name, phone, email].map(orNotAvailable).filter((text) => text !== notAvailable).join('\n')

/** SPEC §2, Users. */
export function UsersPage() {
  const say = useSay()
  const [shown, setShown] = useState<{ user: UserRow; open: boolean } | null>(null)
  const openChat = useOpenChat()
  const columns = useMemo(() => userColumns((user) => setShown({ user, open: true }), openChat), [openChat])
  return (
    <div className="users">
      <ListPage<UserRow>
        page={{ title: say('title'), parent: { title: say('dashboard'), to: '/' } }}
        title={say('list.title')}
        subtitle={say('list.subtitle')}
        noun="users"
        path={usersPath}
        filePath={`${usersPath}.csv`}
        columns={columns}
        searchText={searchText}
        defaultSort="-createdAt"
        newsText={(count) => say('list.new', { count })}
        searchHint={say('list.search')}
        emptyTitle={say('list.empty')}
        emptyText={say('list.emptyText')}
      />
      {shown && <UserDetails user={shown.user} open={shown.open} onClose={() => setShown({ ...shown, open: false })} />}
    </div>
  )
}
