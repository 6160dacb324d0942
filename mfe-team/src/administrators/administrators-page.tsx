import { useMemo, useState } from 'react'
import { usePermitted, useSession } from '@interline/shared/session'
import { ListPage } from '@interline/shared/list-tools'
import { Button, Icon, lazyWithRetry } from '@interline/shared/ui'
import { administratorsPath } from '../api.ts'
import type { AdministratorRow } from '../api.ts'
import { t } from '../messages.ts'
import { NotPermitted } from '../not-permitted.tsx'
import { accountColumns } from './account-columns.tsx'
import type { AccountAct } from './account-columns.tsx'
import type { ShownInvitation } from './invitation-dialog.tsx'
import { useAccountActs } from './use-account-acts.ts'

// One file for all: each file of a remote is named in every page of the product.
const InviteDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "account-dialogs" */ './invite-dialog.tsx')).InviteDialog,
)
const InvitationDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "account-dialogs" */ './invitation-dialog.tsx')).InvitationDialog,
)
const ChangeRoleDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "account-dialogs" */ './change-role-dialog.tsx')).ChangeRoleDialog,
)

const PolicyCard = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "account-dialogs" */ './policy-card.tsx')).PolicyCard,
)

const searchText = ({ full_name, email }: AdministratorRow) => `${full_name ?? ''}\n${email ?? ''}`

/** The accounts of administrators and the invitations that nobody accepted yet, for owners. */
export function AdministratorsPage() {
  const isPermitted = usePermitted('administrators:write')
  const ownId = useSession(({ user }) => user?._id ?? null)
  const [inviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<ShownInvitation | null>(null)
  const [changing, setChanging] = useState<AdministratorRow | null>(null)
  const perform = useAccountActs(setInvited)
  const columns = useMemo(() => {
    const act = (name: AccountAct, account: AdministratorRow) =>
      name === 'changeRole' ? setChanging(account) : void perform(name, account)
    return accountColumns(act, ownId)
  }, [perform, ownId])
  const title = t('administrators.title')
  const page = { title, parent: { title: t('dashboard'), to: '/' } }
  if (!isPermitted) return <NotPermitted page={page} />
  return (
    <>
      <ListPage<AdministratorRow>
        page={page}
        title={title}
        subtitle={t('administrators.subtitle')}
        id="team/administrators"
        resource="administrators"
        path={administratorsPath}
        columns={columns}
        searchText={searchText}
        searchHint={t('administrators.search')}
        emptyTitle={t('administrators.empty')}
        emptyText={t('administrators.emptyText')}
        extra={
          <Button type="primary" icon={<Icon id="plus" />} onClick={() => setInviting(true)}>
            {t('administrators.invite')}
          </Button>
        }
      >
        {inviting && <InviteDialog onInvited={setInvited} onClosed={() => setInviting(false)} />}
        {invited && <InvitationDialog invitation={invited} onClosed={() => setInvited(null)} />}
        {changing && <ChangeRoleDialog key={changing._id} account={changing} onClosed={() => setChanging(null)} />}
      </ListPage>
      <PolicyCard />
    </>
  )
}
