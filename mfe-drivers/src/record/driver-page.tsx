import type { Booking, DriverRecord, DriverRide } from '@interline/shared/contract'
import { RecordHistory } from '@interline/shared/forms'
import type { HistoryUndo } from '@interline/shared/forms'
import { formatAmount, orNotAvailable } from '@interline/shared/i18n'
import {
  BookingRows,
  RecordPage,
  RelatedRows,
  RouteText,
  screenOfRecord,
  useListPart,
  useNotes,
  useRecord,
} from '@interline/shared/record'
import type { RelatedList } from '@interline/shared/record'
import { usePermitted } from '@interline/shared/session'
import { DateText } from '@interline/shared/ui'
import { driverLists, editDriver } from '../api.ts'
import { nameOf, revisionOf } from '../driver-row.ts'
import { formOf } from '../edit/edit-form.ts'
import { t } from '../messages.ts'
import { DriverProfile } from './driver-profile.tsx'
import { recordText } from './record-texts.ts'

/** One driver with all that belongs to them. */
export const DriverPage = screenOfRecord(function Driver({ id }) {
  const mayWrite = usePermitted('drivers:write')
  const filter = { driver_id: id }
  const record = useRecord<DriverRecord>('driver', id)
  const bookings = useListPart<Booking>('user-rides', '/admin/user/rides', filter)
  const rides = useListPart<DriverRide>('driver-rides', '/admin/driver/rides', filter)
  const notes = useNotes('driver', id)
  return (
    <RecordPage
      kind="driver"
      id={id}
      listTitle={t('title')}
      record={record}
      notes={notes}
      lists={[bookings, rides]}
      titleOf={nameOf}
      history={(driver) => <RecordHistory resource="driver" id={id} {...(mayWrite && { undo: undoOf(driver) })} />}
      related={
        <>
          <BookingRows bookings={bookings} other="user" />
          <RideRows rides={rides} />
        </>
      }
    >
      {(driver) => <DriverProfile driver={driver} />}
    </RecordPage>
  )
})

/** Takes back what an entry of a driver's history did to their texts; the phone is the driver's own. */
const undoOf = (driver: DriverRecord): HistoryUndo => ({
  record: driver,
  fields: ['full_name', 'email', 'car_name', 'driving_licence_number', 'stripe_connect_id'],
  neverEmpty: ['full_name', 'email'],
  // Fields that the form does not have stay.
  giveBack: (texts) => editDriver(formOf({ _id: driver._id, ...texts, ...revisionOf(driver) })),
  reloads: driverLists,
})

/** The rides that a driver offered. */
function RideRows({ rides }: { rides: RelatedList<DriverRide> }) {
  return (
    <RelatedRows
      title={recordText('rides')}
      what={recordText('ridesWhat')}
      none={recordText('noRides')}
      related={rides}
      keyOf={({ _id }) => _id}
    >
      {(ride) => (
        <div className="il-record-row">
          <p className="il-record-row-title">
            <RouteText source={ride.source} destination={ride.destination} />
          </p>
          <p className="il-record-row-facts">
            <DateText value={ride.createdAt} />
            <span>{orNotAvailable(ride.ride_time)}</span>
            <span>{formatAmount(ride.amount)}</span>
            {ride.passenger_capacity !== null && <span>{recordText('seats', { count: ride.passenger_capacity })}</span>}
          </p>
        </div>
      )}
    </RelatedRows>
  )
}
