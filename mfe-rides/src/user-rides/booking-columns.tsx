import { RowButton } from '@interline/shared/list'
import type { Column } from '@interline/shared/list'
import { DateText, PersonCell, RecordLink, StatusBadge } from '@interline/shared/ui'
import type { BookingRow } from '../api.ts'
import { bookingNames } from '../booking/booking-names.ts'
import { t } from '../messages.ts'
import { LongText } from '../ride/long-text.tsx'
import { tripColumns } from '../ride/trip-columns.tsx'

const { source, destination, date, time, amount } = tripColumns<BookingRow>('ride.', ({ ride }) => ride)

/** The columns of SPEC §2, User Rides; without `edit` the last one is left out. */
export const bookingColumns = (edit: ((booking: BookingRow) => void) | null): readonly Column<BookingRow>[] => [
  {
    key: 'user',
    stateless: true,
    title: t('userRides.user'),
    sortKey: 'user.full_name',
    render: ({ user }) => <PersonCell name={user?.full_name} record={{ kind: 'user', id: user?._id }} />,
    width: 164,
    tight: 110,
    phone: 'heading',
  },
  { ...source, width: 160, tight: 124 },
  { ...destination, width: 160, tight: 124 },
  {
    key: 'driver',
    stateless: true,
    title: t('userRides.driver'),
    sortKey: 'driver.full_name',
    render: ({ driver }) => (
      <RecordLink kind="driver" id={driver?._id}>
        <LongText value={driver?.full_name} />
      </RecordLink>
    ),
    width: 118,
    tight: 86,
  },
  {
    ...date,
    render: (booking) => (
      <RecordLink kind="booking" id={booking._id} title={t('changeStatus.booking', bookingNames(booking))}>
        <DateText value={booking.createdAt} />
      </RecordLink>
    ),
    width: 106,
    tight: 92,
  },
  { ...time, width: 96, tight: 84 },
  { ...amount, width: 94, tight: 84 },
  {
    key: 'status',
    stateless: true,
    title: t('userRides.status'),
    sortKey: 'status',
    render: ({ status }) => <StatusBadge status={status} />,
    width: 126,
    tight: 110,
    phone: 'beside',
  },
  ...(edit ? [editColumn(edit)] : []),
]

const editColumn = (edit: (booking: BookingRow) => void): Column<BookingRow> => ({
  key: 'edit',
  stateless: true,
  title: t('userRides.edit'),
  render: (booking) => (
    <RowButton label={t('userRides.changeStatusOf', bookingNames(booking))} icon="edit" onClick={() => edit(booking)} />
  ),
  width: 60,
  tight: 50,
  align: 'center',
  fixed: 'end',
  phone: 'beside',
})
