import { useCallback, useMemo, useState } from 'react'
import { usePermitted, useSession } from '@interline/shared/session'
import { ListPage } from '@interline/shared/table'
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

type Shown<Of> = { of: Of; open: boolean; count: number }
const showing =
  <Of,>(of: Of) =>
  (last: Shown<Of> | null): Shown<Of> => ({ of, open: true, count: (last?.count ?? 0) + 1 })

/** The accounts of administrators and the invitations that nobody accepted yet, for owners. */
export function AdministratorsPage() {
  const isPermitted = usePermitted('administrators:write')
  const ownId = useSession(({ user }) => user?._id ?? null)
  const [inviting, setInviting] = useState<'never' | 'open' | 'closed'>('never')
  const [invited, setInvited] = useState<Shown<ShownInvitation> | null>(null)
  const [changing, setChanging] = useState<Shown<AdministratorRow> | null>(null)
  const showInvitation = useCallback((invitation: ShownInvitation) => setInvited(showing(invitation)), [])
  const perform = useAccountActs(showInvitation)
  const columns = useMemo(() => {
    const act = (name: AccountAct, account: AdministratorRow) =>
      name === 'changeRole' ? setChanging(showing(account)) : void perform(name, account)
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
        resource="administrators"
        path={administratorsPath}
        columns={columns}
        searchText={searchText}
        searchHint={t('administrators.search')}
        emptyTitle={t('administrators.empty')}
        emptyText={t('administrators.emptyText')}
        extra={
          <Button type="primary" icon={<Icon id="plus" />} onClick={() => setInviting('open')}>
            {t('administrators.invite')}
          </Button>
        }
      >
        {inviting !== 'never' && (
          <InviteDialog
            open={inviting === 'open'}
            onClose={() => setInviting('closed')}
            onInvited={(invitation) => {
              setInviting('closed')
              showInvitation(invitation)
            }}
          />
        )}
        {invited && (
          <InvitationDialog
            key={`invited-${invited.count}`}
            invitation={invited.of}
            open={invited.open}
            onClose={() => setInvited({ ...invited, open: false })}
          />
        )}
        {changing && (
          <ChangeRoleDialog
            key={`role-${changing.count}`}
            account={changing.of}
            open={changing.open}
            onClose={() => setChanging({ ...changing, open: false })}
          />
        )}
      </ListPage>
      <PolicyCard />
    </>
  )
}
