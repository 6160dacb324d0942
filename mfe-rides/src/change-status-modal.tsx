import { useId, useRef, useState } from 'react'
import { bookingStatuses, isApiError, isBookingStatus, logFailure, refreshNoun } from '@interline/shared'
import type { BookingStatus } from '@interline/shared/contract'
import { Modal, Select } from '@interline/shared/kit'
import { StatusBadge, useDialogs } from '@interline/shared/ui'
import { changeRideStatus, readBooking } from './api.ts'
import type { BookingRow } from './api.ts'
import { bookingNames } from './booking-columns.tsx'
import { say } from './say.ts'
import { StatusFailure } from './status-failure.tsx'
import { undoneBy } from './unusual-change.ts'
import './rides.css'

const options = bookingStatuses.map((status) => ({ value: status, label: <StatusBadge status={status} />, title: status }))

type ChangeStatusModalProps = { booking: BookingRow; onClosed: () => void }

/** Sets a booking's status (SPEC §2, User Rides; §4). Stays open with the reason inside when that fails. */
export function ChangeStatusModal({ booking: opened, onClosed }: ChangeStatusModalProps) {
  const { confirm } = useDialogs()
  const labelId = useId()
  const [open, setOpen] = useState(true)
  const [booking, setBooking] = useState(opened)
  const [status, setStatus] = useState<BookingStatus | null>(isBookingStatus(opened.status) ? opened.status : null)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const agreedTo = useRef('')
  const names = bookingNames(booking)

  async function agree(to: BookingStatus): Promise<boolean> {
    const undone = undoneBy(booking.status, to)
    const change = `${String(booking.status)} ${to}`
    if (undone === null || agreedTo.current === change) return true
    const agreed = await confirm({
      title: say('changeStatus.unusualTitle', { from: undone, to }),
      text: say(`changeStatus.unusualText.${undone}`),
      ok: say('changeStatus.change'),
    })
    if (agreed) agreedTo.current = change
    return agreed
  }

  async function save() {
    if (status === null || saving || !(await agree(status))) return
    setSaving(true)
    setFailure(null)
    try {
      await changeRideStatus(booking, status)
      setOpen(false)
      void refreshNoun('user-rides')
      void refreshNoun('dashboard')
    } catch (error) {
      logFailure('Changing the status of a booking', error)
      if (isApiError(error) && error.status === 409) await catchUp()
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }

  async function catchUp() {
    void refreshNoun('user-rides')
    try {
      const now = await readBooking(booking._id)
      if (now) setBooking(now)
    } catch (error) {
      logFailure('Reading a booking', error)
    }
  }

  return (
    <Modal
      open={open}
      title={say('changeStatus.title')}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      onOk={() => void save()}
      okText={say('changeStatus.save')}
      cancelText={say('changeStatus.cancel')}
      okButtonProps={{ disabled: status === null }}
      confirmLoading={saving}
      mask={{ closable: !saving }}
      closable={{ 'aria-label': say('changeStatus.close') }}
      width={480}
    >
      <div className="il-change-status">
        <div className="il-booking">
          <p className="il-booking-user">{say('changeStatus.booking', names)}</p>
          <p className="il-booking-route">{say('changeStatus.route', names)}</p>
          <p className="il-booking-now">
            {say('changeStatus.now')} <StatusBadge status={booking.status} />
          </p>
        </div>
        <label className="il-change-status-label" htmlFor={labelId}>
          {say('changeStatus.label')}
        </label>
        <Select<BookingStatus>
          id={labelId}
          aria-label={say('changeStatus.label')}
          value={status}
          onChange={setStatus}
          options={options}
          placeholder={say('changeStatus.choose')}
          disabled={saving}
          listHeight={300}
        />
        {failure !== null && <StatusFailure error={failure} />}
      </div>
    </Modal>
  )
}
