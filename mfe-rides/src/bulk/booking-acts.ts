import { idOf, refreshResource } from '@interline/shared/api'
import { type BookingStatus, bookingStatuses, isBookingStatus } from '@interline/shared/contract'
import { formatCount, messages } from '@interline/shared/i18n'
import type { BulkActs } from '@interline/shared/list-tools'
import { changeRideStatus, takeBackStatus } from '../api.ts'
import type { BookingRow } from '../api.ts'
import { bookingNames } from '../booking/booking-names.ts'
import { undoneBy } from '../booking/unusual-change.ts'
import english from './bulk.en.json'

// Loaded with the selection, not with the list.
const t = messages('rides', english)

const targetOf = (status: string | undefined): BookingStatus => {
  if (!isBookingStatus(status)) throw new TypeError(`${status} is no status`)
  return status
}

/** These acts can be done to many bookings at once. A message goes to the user who booked. */
export const bookingActs: BulkActs<BookingRow> = {
  nameOf: (booking) => t('bulk.booking', bookingNames(booking)),
  personOf: ({ user }) => (user && '_id' in user ? idOf(user._id) : null),
  acts: [
    {
      key: 'status',
      label: t('bulk.changeStatus'),
      doing: (count, { status = '' }) =>
        t(status === 'Canceled' ? 'bulk.cancel' : 'bulk.changeTo', { count, total: formatCount(count), status }),
      permission: 'bookings:write',
      inputs: [
        {
          name: 'status',
          label: t('bulk.status'),
          options: bookingStatuses.map((status) => ({ value: status, label: status })),
        },
        {
          name: 'settled',
          label: t('bulk.settled'),
          isAsked: (bookings, { status }) =>
            isBookingStatus(status) && bookings.some((booking) => undoneBy(booking.status, status) !== null),
          options: [
            { value: 'leave', label: t('bulk.leave') },
            { value: 'change', label: t('bulk.change') },
          ],
        },
      ],
      reasonToLeave: (booking, { status = '', settled }) => {
        if (booking.status === status) return t('bulk.already', { status })
        const undone = undoneBy(booking.status, targetOf(status))
        return undone !== null && settled !== 'change' ? t('bulk.isSettled', { status: undone }) : null
      },
      change: (booking, { status }, bulkId) => changeRideStatus(booking, targetOf(status), bulkId),
      undo: (booking, { status }, bulkId) => takeBackStatus(booking, targetOf(status), bulkId),
      reload() {
        void refreshResource('user-rides')
        void refreshResource('dashboard')
      },
    },
  ],
}
