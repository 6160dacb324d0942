import { useState } from 'react'
import type { BookingRecord } from '@interline/shared/contract'
import { RecordHistory } from '@interline/shared/forms'
import { formatAmount } from '@interline/shared/i18n'
import {
  changedField,
  ChatLink,
  RecordFields,
  RecordPage,
  RecordSection,
  screenOfRecord,
  Timeline,
  useNotes,
  useRecord,
  useTimeline,
} from '@interline/shared/record'
import { usePermitted } from '@interline/shared/session'
import { Button, DateTimeText, Icon, PersonCell, StatusBadge } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { bookingNames } from '../booking/booking-names.ts'
import { ChangeStatusModal } from '../user-rides/dialogs.ts'
import { recordText } from './record-texts.ts'

/** One booking with its timeline. */
export const BookingPage = screenOfRecord(function BookingOf({ id }) {
  const record = useRecord<BookingRecord>('booking', id)
  const steps = useTimeline(id)
  const notes = useNotes('booking', id)
  return (
    <RecordPage
      kind="booking"
      id={id}
      listTitle={t('userRides.title')}
      record={record}
      notes={notes}
      lists={[steps]}
      titleOf={(booking) => recordText('title', bookingNames(booking))}
      nameOf={(booking) => bookingNames(booking).user}
      aside={(booking) => <People booking={booking} />}
      history={() => <RecordHistory resource="booking" id={id} />}
    >
      {(booking) => (
        <>
          <Facts booking={booking} />
          <Timeline steps={steps} />
        </>
      )}
    </RecordPage>
  )
})

function Facts({ booking }: { booking: BookingRecord }) {
  const mayWrite = usePermitted('bookings:write')
  const [isChanging, setIsChanging] = useState(false)
  const names = bookingNames(booking)
  const { ride } = booking
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
            [t('trip.source'), names.source],
            [t('trip.destination'), names.destination],
            [t('trip.time'), ride?.ride_time],
            [t('trip.amount'), formatAmount(ride?.amount)],
            [recordText('seats'), booking.passenger_capacity],
            changedField(booking.changed),
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
      <ul className="il-record-rows il-lines">
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
