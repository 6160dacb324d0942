import { useMemo, useState } from 'react'
import { idOf } from '@interline/shared/api'
import { notAvailable, orNotAvailable } from '@interline/shared/i18n'
import { timeZoneInUse, useBackend, usePermitted } from '@interline/shared/session'
import { useOpenChat } from '@interline/shared/list'
import { ListPage } from '@interline/shared/list-tools'
import type { BulkActs } from '@interline/shared/list-tools'
import type { ListFilter } from '@interline/shared/list'
import { addDays, dayKey, todayIn } from '@interline/shared/contract'
import { lazyWithRetry } from '@interline/shared/ui'
import { t } from './messages.ts'
import { userColumns } from './user-columns.tsx'
import { nameOf } from './user-row.ts'
import type { UserRow } from './user-row.ts'

const usersPath = '/admin/users'

const UserDetails = lazyWithRetry(async () => (await import('./user-details.tsx')).UserDetails)

const searchText = ({ full_name, phone, email }: UserRow) =>
  [full_name, phone, email]
    .map(orNotAvailable)
    .filter((text) => text !== notAvailable)
    .join('\n')

/** The counts of the dashboard lead to these. */
const filters: readonly ListFilter<UserRow>[] = [
  {
    key: 'platform',
    label: t('filters.platform'),
    options: [
      { value: 'android', label: t('filters.android') },
      { value: 'ios', label: t('filters.ios') },
    ],
    chip: 'choice',
    isOurs: true,
    matches: (user, platform) => 'platform' in user && user.platform === platform,
  },
  {
    key: 'days',
    label: t('filters.registered'),
    options: [{ value: '7', label: t('filters.week') }],
    chip: 'choice',
    matches: ({ createdAt }, days) =>
      (dayKey(createdAt, timeZoneInUse()) ?? '') > addDays(todayIn(timeZoneInUse()), -Number(days)),
  },
]

/** Many users at once can be written to and exported. */
const userActs: BulkActs<UserRow> = { nameOf, personOf: ({ _id }) => idOf(_id), acts: [] }
const loadActs = () => Promise.resolve(userActs)

/** SPEC §2, Users. */
export function UsersPage() {
  const [shown, setShown] = useState<{ user: UserRow; open: boolean } | null>(null)
  const openChat = useOpenChat()
  // Nothing can be done to many users by the calls of SPEC §7.
  const hasMessages = useBackend().has('direct-messages')
  const mayMessage = usePermitted('chats:write') && hasMessages
  const columns = useMemo(() => userColumns((user) => setShown({ user, open: true }), openChat), [openChat])
  return (
    <div>
      <ListPage<UserRow>
        page={{ title: t('title'), parent: { title: t('dashboard'), to: '/' } }}
        title={t('list.title')}
        subtitle={t('list.subtitle')}
        id="users/users"
        resource="users"
        path={usersPath}
        filePath={`${usersPath}.csv`}
        columns={columns}
        filters={filters}
        bulk={mayMessage ? loadActs : undefined}
        searchText={searchText}
        defaultSort="-createdAt"
        changesText={(count) => t('list.new', { count })}
        searchHint={t('list.search')}
        emptyTitle={t('list.empty')}
        emptyText={t('list.emptyText')}
      />
      {shown && <UserDetails user={shown.user} open={shown.open} onClose={() => setShown({ ...shown, open: false })} />}
    </div>
  )
}
