import type { Booking, UserRecord } from '@interline/shared/contract'
import { RecordHistory } from '@interline/shared/forms'
import {
  appField,
  BookingRows,
  changedField,
  RecordFields,
  RecordPage,
  RecordSection,
  screenOfRecord,
  useListPart,
  useNotes,
  useRecord,
} from '@interline/shared/record'
import { DateText, StateId } from '@interline/shared/ui'
import { detailsText } from '../details-texts.ts'
import { t } from '../messages.ts'
import { addressOf, nameOf } from '../user-row.ts'

/** One user with all that belongs to them. */
export const UserPage = screenOfRecord(function User({ id }) {
  const record = useRecord<UserRecord>('user', id)
  const bookings = useListPart<Booking>('user-rides', '/admin/user/rides', { user_id: id })
  const notes = useNotes('user', id)
  return (
    <RecordPage
      kind="user"
      id={id}
      listTitle={t('title')}
      record={record}
      notes={notes}
      lists={[bookings]}
      titleOf={nameOf}
      history={() => <RecordHistory resource="user" id={id} />}
      related={<BookingRows bookings={bookings} other="driver" />}
    >
      {(user) => <Profile user={user} />}
    </RecordPage>
  )
})

function Profile({ user }: { user: UserRecord }) {
  const name = nameOf(user)
  return (
    <RecordSection title={detailsText('profile')}>
      <RecordFields
        fields={[
          [detailsText('email'), user.email],
          [detailsText('phone'), user.phone],
          [detailsText('address'), addressOf(user)],
          [t('columns.joined'), <DateText value={user.createdAt} />],
          appField(user),
          [detailsText('stateId'), <StateId value={user.state_id} owner={name} />],
          changedField(user.changed),
        ]}
      />
    </RecordSection>
  )
}
