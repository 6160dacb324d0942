import type { Booking, DriverRecord, DriverRide } from '@interline/shared/contract'
import { RecordHistory } from '@interline/shared/forms'
import { BookingRows, Conversation, ErasePerson, RecordNotes, RecordPage } from '@interline/shared/record'
import { useListPart, useNotes, useRecord } from '@interline/shared/record'
import { useParams } from '@interline/shared/router'
import { usePermitted } from '@interline/shared/session'
import { useDialogs } from '@interline/shared/ui'
import { driverRecordPath } from '../api.ts'
import { ConnectDriver, EditDriver, useDriverDialog } from '../dialogs.ts'
import { nameOf } from '../driver-row.ts'
import { useT } from '../messages.ts'
import { DriverProfile } from './driver-profile.tsx'
import type { DriverDialog } from './driver-profile.tsx'
import { RideRows } from './ride-rows.tsx'
import { recordText } from './record-texts.ts'
import { undoOf } from './undo-of.ts'

/** One driver with all that belongs to them. Each driver has a page of their own: nothing of one shows at another. */
export function DriverPage() {
  const { id = '' } = useParams()
  return <Driver key={id} id={id} />
}

function Driver({ id }: { id: string }) {
  const t = useT()
  const mayWrite = usePermitted('drivers:write')
  const filter = { driver_id: id }
  const record = useRecord<DriverRecord>('drivers', driverRecordPath(id))
  const bookings = useListPart<Booking>('user-rides', '/admin/user/rides', filter)
  const rides = useListPart<DriverRide>('driver-rides', '/admin/driver/rides', filter)
  const notes = useNotes('driver', id)
  return (
    <RecordPage
      kind={recordText('kind')}
      list={{ title: t('title'), to: '/drivers' }}
      dashboard={t('dashboard')}
      record={record}
      parts={[bookings, rides, notes]}
      titleOf={nameOf}
    >
      {(driver) => (
        <>
          <div>
            <Profile driver={driver} />
          </div>
          <div className="il-record-aside">
            <Conversation chat={driver.chat} id={id} name={nameOf(driver)} role="driver" />
            <RecordNotes resource="driver" id={id} name={nameOf(driver)} notes={notes} />
            <RecordHistory resource="driver" id={id} {...(mayWrite && { undo: undoOf(driver) })} />
            <ErasePerson resource="drivers" id={id} name={nameOf(driver)} erasedAt={driver.erased_at} />
          </div>
          <div>
            <BookingRows bookings={bookings} other="user" />
            <RideRows rides={rides} />
          </div>
        </>
      )}
    </RecordPage>
  )
}

/** The profile with the dialogs of the driver's row. */
function Profile({ driver }: { driver: DriverRecord }) {
  const dialogs = useDialogs()
  const { name, key, change, show } = useDriverDialog<DriverDialog>()
  return (
    <>
      <DriverProfile driver={driver} dialogs={dialogs} show={(dialog, opener) => show(dialog, driver, opener)} />
      {change && name === 'connect' && <ConnectDriver key={key} {...change} driver={driver} />}
      {change && name === 'edit' && <EditDriver key={key} {...change} driver={driver} />}
    </>
  )
}
