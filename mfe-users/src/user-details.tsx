import { idOf } from '@interline/shared/api'
import { orNotAvailable } from '@interline/shared/i18n'
import { DetailsModal, RecordHistory } from '@interline/shared/forms'
import { StateId } from '@interline/shared/ui'
import { useT } from './messages.ts'
import { addressOf, nameOf } from './user-row.ts'
import type { UserRow } from './user-row.ts'

type UserDetailsProps = { user: UserRow; open: boolean; onClose: () => void }

/** SPEC §2, User Details. */
export function UserDetails({ user, open, onClose }: UserDetailsProps) {
  const t = useT()
  const name = nameOf(user)
  return (
    <DetailsModal
      title={t('details.title')}
      open={open}
      onClose={onClose}
      rows={[
        [t('details.name'), name],
        [t('details.email'), orNotAvailable(user.email)],
        [t('details.phone'), orNotAvailable(user.phone)],
        [t('details.address'), addressOf(user)],
        [
          t('details.stateId'),
          <StateId
            value={user.state_id}
            label={t('details.stateIdOf', { name })}
            copyLabel={t('details.copyStateId', { name })}
            copiedLabel={t('details.copied')}
          />,
        ],
      ]}
    >
      <RecordHistory resource="user" id={idOf(user._id)} />
    </DetailsModal>
  )
}
