import { orNotAvailable } from '@interline/shared'
import { DetailsModal } from '@interline/shared/kit'
import { StateId } from '@interline/shared/ui'
import { useSay } from './messages.ts'
import { addressOf, nameOf } from './user-row.ts'
import type { UserRow } from './user-row.ts'

type UserDetailsProps = { user: UserRow; open: boolean; onClose: () => void }

/** SPEC §2, User Details. */
export function UserDetails({ user, open, onClose }: UserDetailsProps) {
  const say = useSay()
  const name = nameOf(user)
  return (
    <DetailsModal
      title={say('details.title')}
      open={open}
      onClose={onClose}
      rows={[
        [say('details.name'), name],
        [say('details.email'), orNotAvailable(user.email)],
        [say('details.phone'), orNotAvailable(user.phone)],
        [say('details.address'), addressOf(user)],
        [
          say('details.stateId'),
          <StateId
            value={user.state_id}
            label={say('details.stateIdOf', { name })}
            copyLabel={say('details.copyStateId', { name })}
            copiedLabel={say('details.copied')}
          />,
        ],
      ]}
    />
  )
}
