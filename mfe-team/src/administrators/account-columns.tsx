import { formatDate } from '@interline/shared/time'
import { timeZoneInUse } from '@interline/shared/session'
import { RowButton } from '@interline/shared/list'
import type { Column } from '@interline/shared/list'
import { PersonCell, RelativeTime, StatusBadge } from '@interline/shared/ui'
import type { AdministratorRow } from '../api.ts'
import { t } from '../messages.ts'
import { isOver, nameOf, roleText, stateText } from './account-row.ts'
import * as styles from './administrators.module.css'

export type AccountAct = 'changeRole' | 'removeFactors' | 'disable' | 'enable' | 'renew' | 'withdraw'
type OnAct = (act: AccountAct, account: AdministratorRow) => void

/** `ownId` is the account of who looks: nobody changes their own. */
export const accountColumns = (act: OnAct, ownId: string | null): readonly Column<AdministratorRow>[] => [
  {
    key: 'name',
    title: t('administrators.name'),
    render: ({ full_name, email, profile_picture }) => (
      <PersonCell name={full_name} detail={email} picture={profile_picture} />
    ),
    sortKey: 'full_name',
    width: 290,
    tight: 230,
    phone: 'heading',
    fixed: 'start',
  },
  {
    key: 'role',
    title: t('administrators.role'),
    render: ({ admin_role }) => roleText(admin_role),
    sortKey: 'admin_role',
    width: 120,
    tight: 100,
  },
  {
    key: 'state',
    title: t('administrators.state'),
    render: (account) => <StateCell account={account} />,
    sortKey: 'state',
    width: 210,
    tight: 180,
  },
  {
    key: 'secondFactor',
    title: t('administrators.secondFactor'),
    render: ({ has_second_factor: has, state }) =>
      state === 'invited' || has === undefined ? '' : t(has ? 'administrators.factorSet' : 'administrators.factorNone'),
    sortKey: 'has_second_factor',
    width: 130,
    tight: 110,
  },
  {
    key: 'signedIn',
    title: t('administrators.lastSignIn'),
    render: ({ last_sign_in_at: at }) => (at ? <RelativeTime value={at} /> : t('administrators.never')),
    sortKey: 'last_sign_in_at',
    width: 160,
    tight: 130,
  },
  {
    key: 'actions',
    title: t('administrators.actions'),
    render: (account) => <Actions {...{ account, act, ownId }} />,
    width: 150,
    tight: 136,
    fixed: 'end',
  },
]

function StateCell({ account }: { account: AdministratorRow }) {
  const { state, invitation_expires_at: end } = account
  return (
    <span className={styles.state}>
      <StatusBadge status={stateText(account)} />
      {state === 'invited' && (
        <span className="il-hint">
          {isOver(account)
            ? t('administrators.expired')
            : t('administrators.expires', { date: formatDate(end, timeZoneInUse()) })}
        </span>
      )}
    </span>
  )
}

const icons: Record<AccountAct, string> = {
  changeRole: 'edit',
  removeFactors: 'lock',
  disable: 'ban',
  enable: 'check-circle',
  renew: 'refresh',
  withdraw: 'trash',
}

function Actions({ account, act, ownId }: { account: AdministratorRow; act: OnAct; ownId: string | null }) {
  const name = nameOf(account)
  const isOwn = account._id === undefined || account._id === ownId
  const acts: AccountAct[] =
    account.state === 'invited'
      ? ['changeRole', 'renew', 'withdraw']
      : [
          'changeRole',
          account.state === 'disabled' ? 'enable' : 'disable',
          ...(account.has_second_factor === true ? ['removeFactors' as const] : []),
        ]
  if (isOwn) return <span className="il-hint">{t('administrators.self')}</span>
  return (
    <span className={styles.actions}>
      {acts.map((one) => (
        <RowButton
          key={one}
          label={t(`administrators.${one}`, { name })}
          icon={icons[one]}
          onClick={() => act(one, account)}
        />
      ))}
    </span>
  )
}
