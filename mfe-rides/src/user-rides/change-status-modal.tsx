import { useId, useRef, useState } from 'react'
import type { ComponentRef } from 'react'
import {
  afterAMoment,
  bookingStatuses,
  failureReason,
  isBookingStatus,
  isConflict,
  offerUndo,
  StatusBadge,
  useDialogs,
  useToast,
} from '@interline/shared/ui'
import { idOf, logFailure, refreshResource } from '@interline/shared/api'
import { timeZoneInUse } from '@interline/shared/session'
import { formatDateTime } from '@interline/shared/time'
import type { BookingStatus } from '@interline/shared/contract'
import { ChangeFailure, Modal, RecordHistory, Select } from '@interline/shared/forms'
import { changeRideStatus, readBooking, takeBackStatus } from '../api.ts'
import type { BookingRow } from '../api.ts'
import { bookingNames } from '../booking/booking-names.ts'
import { t } from '../messages.ts'
import { undoneBy } from '../booking/unusual-change.ts'
import * as styles from './change-status-modal.module.css'

const options = bookingStatuses.map((status) => ({
  value: status,
  label: <StatusBadge status={status} />,
  title: status,
}))

const reasonOf = (error: unknown) =>
  failureReason(error, ({ by, at }) =>
    by === null
      ? t('changeStatus.conflict')
      : t('changeStatus.conflictBy', { name: by, date: formatDateTime(at, timeZoneInUse()) }),
  )

function reload() {
  void refreshResource('user-rides')
  void refreshResource('dashboard')
}

type ChangeStatusModalProps = { booking: BookingRow; onClosed: () => void }

/** Sets a booking's status (SPEC §2, User Rides; §4). Stays open with the reason inside when that fails. */
export function ChangeStatusModal({ booking: opened, onClosed }: ChangeStatusModalProps) {
  const { confirm } = useDialogs()
  const toast = useToast()
  const labelId = useId()
  const bookingId = useId()
  const [open, setOpen] = useState(true)
  const [booking, setBooking] = useState(opened)
  const [status, setStatus] = useState<BookingStatus | null>(isBookingStatus(opened.status) ? opened.status : null)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const agreedTo = useRef('')
  const select = useRef<ComponentRef<typeof Select>>(null)
  const names = bookingNames(booking)

  async function agree(to: BookingStatus): Promise<boolean> {
    const undone = undoneBy(booking.status, to)
    const change = `${String(booking.status)} ${to}`
    if (undone === null || agreedTo.current === change) return true
    const agreed = await confirm({
      title: t('changeStatus.unusualTitle', { from: undone, to }),
      text: t(`changeStatus.unusualText.${undone}`),
      ok: t('changeStatus.change'),
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
      say(booking, status)
      reload()
    } catch (error) {
      logFailure('Changing the status of a booking', error)
      if (isConflict(error)) await catchUp()
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }

  function say(before: BookingRow, to: BookingStatus) {
    const [title, detail] = [t('changeStatus.done'), t('changeStatus.doneText', { ...names, status: to })]
    if (!isBookingStatus(before.status) || before.status === to) return toast.success(title, detail)
    const undone = t('changeStatus.doneText', { ...names, status: before.status })
    const undo = () => takeBackStatus(before, to).finally(reload)
    void offerUndo({ title, detail, undone, undo })
  }

  async function catchUp() {
    void refreshResource('user-rides')
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
      title={t('changeStatus.title')}
      onCancel={() => !saving && setOpen(false)}
      afterOpenChange={(isOpen) => isOpen && select.current?.focus()}
      afterClose={onClosed}
      onOk={() => void save()}
      okText={t('changeStatus.save')}
      cancelText={t('changeStatus.cancel')}
      okButtonProps={{ disabled: status === null, loading: saving && afterAMoment }}
      mask={{ closable: !saving }}
      closable={{ 'aria-label': t('changeStatus.close') }}
      width={480}
    >
      <div className={styles.form}>
        <div
          className={styles.booking}
          id={bookingId}
          // antd's modal takes no description.
          ref={(element) => element?.closest('[role="dialog"]')?.setAttribute('aria-describedby', bookingId)}
        >
          <h3 className={styles.user}>{t('changeStatus.booking', names)}</h3>
          <p className={styles.soft}>{t('changeStatus.route', names)}</p>
          <p className={styles.soft}>{t('changeStatus.driver', names)}</p>
          <p className={styles.now}>
            {t('changeStatus.now')} <StatusBadge status={booking.status} />
          </p>
        </div>
        <label className={styles.label} htmlFor={labelId}>
          {t('changeStatus.label')}
        </label>
        <Select<BookingStatus>
          ref={select}
          id={labelId}
          aria-label={t('changeStatus.label')}
          value={status}
          onChange={setStatus}
          options={options}
          placeholder={t('changeStatus.choose')}
          disabled={saving}
          listHeight={300}
        />
        {failure !== null && (
          <ChangeFailure title={t('changeStatus.failedTitle')} reason={reasonOf(failure)} error={failure} />
        )}
        <RecordHistory resource="booking" id={idOf(booking._id)} />
      </div>
    </Modal>
  )
}
