import { idOf } from '@interline/shared/api'
import { orNotAvailable } from '@interline/shared/i18n'
import { DetailsModal, RecordHistory } from '@interline/shared/forms'
import { StateId } from '@interline/shared/ui'
import { detailsText } from './details-texts.ts'
import { addressOf, nameOf } from './user-row.ts'
import type { UserRow } from './user-row.ts'

type UserDetailsProps = { user: UserRow; open: boolean; onClose: () => void }

/** SPEC §2, User Details. */
export function UserDetails({ user, open, onClose }: UserDetailsProps) {
  const name = nameOf(user)
  return (
    <DetailsModal
      title={detailsText('title')}
      open={open}
      onClose={onClose}
      rows={[
        [detailsText('name'), name],
        [detailsText('email'), orNotAvailable(user.email)],
        [detailsText('phone'), orNotAvailable(user.phone)],
        [detailsText('address'), addressOf(user)],
        [detailsText('stateId'), <StateId value={user.state_id} owner={name} />],
      ]}
    >
      <RecordHistory resource="user" id={idOf(user._id)} />
    </DetailsModal>
  )
}
