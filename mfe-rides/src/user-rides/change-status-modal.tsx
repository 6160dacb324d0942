import { useId, useRef } from 'react'
import { offerUndo, StatusBadge, useDialogs, useToast } from '@interline/shared/ui'
import { idOf, isConflict } from '@interline/shared/api'
import { type BookingStatus, bookingStatuses, isBookingStatus } from '@interline/shared/contract'
import { Form, FormModal, RecordHistory, Select } from '@interline/shared/forms'
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

const reloads = ['user-rides', 'dashboard'] as const

type Values = { status: BookingStatus | null }

type ChangeStatusModalProps = { booking: BookingRow; onClosed: () => void }

/** Sets a booking's status (SPEC §2, User Rides; §4). Stays open with the reason inside when that fails. */
export function ChangeStatusModal({ booking, onClosed }: ChangeStatusModalProps) {
  const dialogs = useDialogs()
  const toast = useToast()
  const agreedTo = useRef('')

  async function confirm({ status: to }: Values, { status: from }: BookingRow): Promise<boolean> {
    const undone = to && undoneBy(from, to)
    const change = `${String(from)} ${to}`
    if (!undone || agreedTo.current === change) return true
    const agreed = await dialogs.confirm({
      title: t('changeStatus.unusualTitle', { from: undone, to }),
      text: t(`changeStatus.unusualText.${undone}`),
      ok: t('changeStatus.change'),
    })
    if (agreed) agreedTo.current = change
    return agreed
  }

  function say(before: BookingRow, to: BookingStatus) {
    const [title, names] = [t('changeStatus.done'), bookingNames(before)]
    const detail = t('changeStatus.doneText', { ...names, status: to })
    if (!isBookingStatus(before.status) || before.status === to) return toast.success(title, detail)
    const undone = t('changeStatus.doneText', { ...names, status: before.status })
    void offerUndo({ title, detail, undone, undo: () => takeBackStatus(before, to), reloads })
  }

  return (
    <FormModal<Values, BookingRow>
      title={t('changeStatus.title')}
      submit={t('changeStatus.save')}
      cancel={t('changeStatus.cancel')}
      what="Changing the status of a booking"
      row={booking}
      valuesOf={({ status }) => ({ status: isBookingStatus(status) ? status : null })}
      isComplete={({ status }) => status !== null}
      confirm={confirm}
      send={async ({ status }, booking) => {
        if (status !== null) await changeRideStatus(booking, status)
      }}
      reloads={reloads}
      latest={async (booking) => (await readBooking(booking._id)) ?? booking}
      onMade={(_, { values: { status }, row }) => status && say(row, status)}
      failed={t('changeStatus.failedTitle')}
      hintOf={(error) => (isConflict(error) ? t('changeStatus.again') : undefined)}
      onClosed={onClosed}
      below={<RecordHistory resource="booking" id={idOf(booking._id)} />}
    >
      {({ row }) => (
        <>
          <BookingFacts booking={row} />
          <Form.Item name="status" label={t('changeStatus.label')}>
            <Select<BookingStatus>
              aria-label={t('changeStatus.label')}
              options={options}
              placeholder={t('changeStatus.choose')}
              listHeight={300}
            />
          </Form.Item>
        </>
      )}
    </FormModal>
  )
}

/** The facts of the booking; the dialog is described by them. */
function BookingFacts({ booking }: { booking: BookingRow }) {
  const id = useId()
  const names = bookingNames(booking)
  return (
    <div
      className={styles.booking}
      id={id}
      // antd's modal takes no description.
      ref={(element) => element?.closest('[role="dialog"]')?.setAttribute('aria-describedby', id)}
    >
      <h3 className={styles.user}>{t('changeStatus.booking', names)}</h3>
      <p className="il-soft">{t('changeStatus.route', names)}</p>
      <p className="il-soft">{t('changeStatus.driver', names)}</p>
      <p className={`il-hint ${styles.now}`}>
        <span>{t('changeStatus.now')}</span> <StatusBadge status={booking.status} />
      </p>
    </div>
  )
}
