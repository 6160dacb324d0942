import { useState } from 'react'
import type { BookingRecord } from '@interline/shared/contract'
import { RecordHistory } from '@interline/shared/forms'
import { formatAmount } from '@interline/shared/i18n'
import {
  RecordFields,
  RecordNotes,
  RecordPage,
  RecordSection,
  Timeline,
  ChatLink,
  useNotes,
  useRecord,
  useTimeline,
} from '@interline/shared/record'
import { useParams } from '@interline/shared/router'
import { usePermitted } from '@interline/shared/session'
import { Button, DateTimeText, Icon, PersonCell, StatusBadge } from '@interline/shared/ui'
import { bookingRecordPath } from '../api.ts'
import { t } from '../messages.ts'
import { bookingNames } from '../booking/booking-names.ts'
import { ChangeStatusModal } from '../user-rides/dialogs.ts'
import { recordText } from './record-texts.ts'

/** One booking with its timeline. Each booking has a page of its own: nothing of one shows at another. */
export function BookingPage() {
  const { id = '' } = useParams()
  return <BookingOf key={id} id={id} />
}

function BookingOf({ id }: { id: string }) {
  const record = useRecord<BookingRecord>('user-rides', bookingRecordPath(id))
  const steps = useTimeline(id)
  const notes = useNotes('booking', id)
  const titleOf = (booking: BookingRecord) => recordText('title', bookingNames(booking))
  return (
    <RecordPage
      kind={recordText('kind')}
      list={{ title: t('userRides.title'), to: '/user-rides' }}
      dashboard={t('dashboard')}
      record={record}
      parts={[steps, notes]}
      titleOf={titleOf}
    >
      {(booking) => (
        <>
          <div>
            <Facts booking={booking} />
            <Timeline steps={steps} />
          </div>
          <div className="il-record-aside">
            <People booking={booking} />
            <RecordNotes resource="booking" id={id} name={bookingNames(booking).user} notes={notes} />
            <RecordHistory resource="booking" id={id} />
          </div>
        </>
      )}
    </RecordPage>
  )
}

function Facts({ booking }: { booking: BookingRecord }) {
  const mayWrite = usePermitted('bookings:write')
  const [isChanging, setIsChanging] = useState(false)
  const names = bookingNames(booking)
  const { changed, ride } = booking
  const change = (
    <Button
      icon={<Icon id="edit" />}
      aria-label={t('userRides.changeStatusOf', names)}
      onClick={() => setIsChanging(true)}
    >
      {t('changeStatus.change')}
    </Button>
  )
  return (
    <>
      <RecordSection title={recordText('booking')} {...(mayWrite && { actions: change })}>
        <RecordFields
          fields={[
            [t('userRides.status'), <StatusBadge status={booking.status} />],
            [recordText('booked'), <DateTimeText value={booking.createdAt} />],
            [t('userRides.source'), names.source],
            [t('userRides.destination'), names.destination],
            [t('userRides.time'), ride?.ride_time],
            [t('userRides.amount'), formatAmount(ride?.amount)],
            [recordText('seats'), booking.passenger_capacity],
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
      {isChanging && <ChangeStatusModal booking={booking} onClosed={() => setIsChanging(false)} />}
    </>
  )
}

function People({ booking }: { booking: BookingRecord }) {
  return (
    <RecordSection title={recordText('people')}>
      <ul className="il-record-rows">
        {(['user', 'driver'] as const).map((role) => {
          const person = booking[role]
          return (
            <li key={role} className="il-record-person">
              <PersonCell
                name={person?.full_name}
                detail={t(`userRides.${role}`)}
                {...(person && { record: { kind: role, id: person._id } })}
              />
              {person && <ChatLink id={person._id} name={person.full_name} role={role} />}
            </li>
          )
        })}
      </ul>
    </RecordSection>
  )
}
