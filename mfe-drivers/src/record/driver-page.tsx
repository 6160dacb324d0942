import { useState } from 'react'
import type { Booking, DriverRecord, DriverRide } from '@interline/shared/contract'
import { RecordHistory } from '@interline/shared/forms'
import { BookingRows, Conversation, RecordNotes, RecordPage } from '@interline/shared/record'
import { useListPart, useNotes, useRecord } from '@interline/shared/record'
import { useParams } from '@interline/shared/router'
import { useDialogs } from '@interline/shared/ui'
import { driverRecordPath, reloadLists } from '../api.ts'
import { ConnectDriver, EditDriver } from '../dialogs.ts'
import { nameOf } from '../driver-row.ts'
import { useT } from '../messages.ts'
import { rememberFocus } from '../verify/return-focus.ts'
import { DriverProfile } from './driver-profile.tsx'
import type { DriverDialog } from './driver-profile.tsx'
import { RideRows } from './ride-rows.tsx'
import { recordText } from './record-texts.ts'

/** One driver with all that belongs to them. Each driver has a page of their own: nothing of one shows at another. */
export function DriverPage() {
  const { id = '' } = useParams()
  return <Driver key={id} id={id} />
}

function Driver({ id }: { id: string }) {
  const t = useT()
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
            <RecordHistory resource="driver" id={id} />
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

type Shown = { dialog: DriverDialog; opener: HTMLElement; open: boolean; count: number }

/** The profile with the dialogs of the driver's row. */
function Profile({ driver }: { driver: DriverRecord }) {
  const dialogs = useDialogs()
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown((now) => now && { ...now, open: false })

  async function finish(title: string, text: string) {
    const goBack = shown && rememberFocus(shown.opener)
    close()
    await Promise.all([reloadLists(), dialogs.success(title, text)])
    goBack?.()
  }

  const change = shown && {
    driver,
    open: shown.open,
    onClose: close,
    onDone: (title: string, text: string) => void finish(title, text),
  }
  return (
    <>
      <DriverProfile
        driver={driver}
        dialogs={dialogs}
        show={(dialog, opener) => setShown((last) => ({ dialog, opener, open: true, count: (last?.count ?? 0) + 1 }))}
      />
      {change && shown.dialog === 'connect' && <ConnectDriver key={shown.count} {...change} />}
      {change && shown.dialog === 'edit' && <EditDriver key={shown.count} {...change} />}
    </>
  )
}
