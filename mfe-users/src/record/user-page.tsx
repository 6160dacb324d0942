import type { Booking, UserRecord } from '@interline/shared/contract'
import { RecordHistory } from '@interline/shared/forms'
import {
  BookingRows,
  Conversation,
  ErasePerson,
  RecordFields,
  RecordNotes,
  RecordPage,
  RecordSection,
  useListPart,
  useNotes,
  useRecord,
} from '@interline/shared/record'
import { useParams } from '@interline/shared/router'
import { DateText, DateTimeText, StateId } from '@interline/shared/ui'
import { addressOf } from '../address-of.ts'
import { userRecordPath } from '../api.ts'
import { detailsText } from '../details-texts.ts'
import { useT } from '../messages.ts'
import { nameOf } from '../user-row.ts'
import { recordText } from './record-texts.ts'

/** One user with all that belongs to them. Each user has a page of their own: nothing of one shows at another. */
export function UserPage() {
  const { id = '' } = useParams()
  return <User key={id} id={id} />
}

function User({ id }: { id: string }) {
  const t = useT()
  const record = useRecord<UserRecord>('users', userRecordPath(id))
  const bookings = useListPart<Booking>('user-rides', '/admin/user/rides', { user_id: id })
  const notes = useNotes('user', id)
  return (
    <RecordPage
      kind={recordText('kind')}
      list={{ title: t('title'), to: '/users' }}
      dashboard={t('dashboard')}
      record={record}
      parts={[bookings, notes]}
      titleOf={nameOf}
    >
      {(user) => (
        <>
          <div>
            <Profile user={user} />
          </div>
          <div className="il-record-aside">
            <Conversation chat={user.chat} id={id} name={nameOf(user)} role="user" />
            <RecordNotes resource="user" id={id} name={nameOf(user)} notes={notes} />
            <RecordHistory resource="user" id={id} />
            <ErasePerson resource="users" id={id} name={nameOf(user)} erasedAt={user.erased_at} />
          </div>
          <div>
            <BookingRows bookings={bookings} other="driver" />
          </div>
        </>
      )}
    </RecordPage>
  )
}

function Profile({ user }: { user: UserRecord }) {
  const t = useT()
  const name = nameOf(user)
  const { changed } = user
  return (
    <RecordSection title={recordText('profile')}>
      <RecordFields
        fields={[
          [detailsText('email'), user.email],
          [detailsText('phone'), user.phone],
          [detailsText('address'), addressOf(user)],
          [t('columns.joined'), <DateText value={user.createdAt} />],
          [recordText('app'), user.platform && recordText(`${user.platform}`)],
          [
            detailsText('stateId'),
            <StateId
              value={user.state_id}
              label={detailsText('stateIdOf', { name })}
              copyLabel={detailsText('copyStateId', { name })}
              copiedLabel={detailsText('copied')}
            />,
          ],
          [
            recordText('changed'),
            changed && (
              <>
                <DateTimeText value={changed.at} /> {changed.by ?? recordText('somebody')}
              </>
            ),
          ],
        ]}
      />
    </RecordSection>
  )
}
