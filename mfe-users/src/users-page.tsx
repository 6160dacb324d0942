import { useMemo, useState } from 'react'
import { notAvailable, orNotAvailable } from '@interline/shared/i18n'
import { timeZoneInUse, usePermitted } from '@interline/shared/session'
import { ListPage, useOpenChat } from '@interline/shared/table'
import type { ListFilter } from '@interline/shared/table'
import { addDays, dayKey, todayIn } from '@interline/shared/time'
import { lazyWithRetry } from '@interline/shared/ui'
import { usersPath } from './api.ts'
import { t, useT } from './messages.ts'
import { userColumns } from './user-columns.tsx'
import type { UserRow } from './user-row.ts'

const UserDetails = lazyWithRetry(async () => (await import('./user-details.tsx')).UserDetails)

const searchText = ({ full_name, phone, email }: UserRow) =>
  [full_name, phone, email]
    .map(orNotAvailable)
    .filter((text) => text !== notAvailable)
    .join('\n')

/** What the counts of the dashboard lead to. */
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

const loadActs = async () => (await import('./bulk/user-acts.ts')).userActs

/** SPEC §2, Users. */
export function UsersPage() {
  const t = useT()
  const [shown, setShown] = useState<{ user: UserRow; open: boolean } | null>(null)
  const openChat = useOpenChat()
  // Nothing can be done to many users by the calls of SPEC §7.
  const isOurs = usePermitted('notes:write')
  const columns = useMemo(() => userColumns((user) => setShown({ user, open: true }), openChat), [openChat])
  return (
    <div>
      <ListPage<UserRow>
        page={{ title: t('title'), parent: { title: t('dashboard'), to: '/' } }}
        title={t('list.title')}
        subtitle={t('list.subtitle')}
        resource="users"
        path={usersPath}
        filePath={`${usersPath}.csv`}
        columns={columns}
        filters={filters}
        bulk={isOurs ? loadActs : undefined}
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
