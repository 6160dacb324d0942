import { RowButton } from '@interline/shared/table'
import type { Column } from '@interline/shared/table'
import { DateText, PersonCell, RecordLink, StatusBadge } from '@interline/shared/ui'
import type { BookingRow } from '../api.ts'
import { AmountText } from '../ride/amount-text.tsx'
import { LongText } from '../ride/long-text.tsx'
import { PlaceCell } from '../ride/place-cell.tsx'
import { t } from '../messages.ts'
import { bookingNames } from '../booking/booking-names.ts'
import { instantOf, numberOf, sortText, timeOf } from '../ride/sort-values.ts'

/** The columns of SPEC §2, User Rides; without `edit` the last one is left out. */
export const bookingColumns = (edit: ((booking: BookingRow) => void) | null): readonly Column<BookingRow>[] => [
  {
    key: 'user',
    stateless: true,
    title: t('userRides.user'),
    sortKey: 'user.full_name',
    sortValue: ({ user }) => sortText(user?.full_name),
    render: ({ user }) => <PersonCell name={user?.full_name} record={{ kind: 'user', id: user?._id }} />,
    width: 164,
    tight: 110,
    phone: 'heading',
  },
  {
    key: 'source',
    stateless: true,
    title: t('userRides.source'),
    sortKey: 'ride.source.address',
    sortValue: ({ ride }) => sortText(ride?.source?.address),
    render: ({ ride }) => <PlaceCell address={ride?.source?.address} end="source" />,
    width: 160,
    tight: 124,
    phone: 'brief',
  },
  {
    key: 'destination',
    stateless: true,
    title: t('userRides.destination'),
    sortKey: 'ride.destination.address',
    sortValue: ({ ride }) => sortText(ride?.destination?.address),
    render: ({ ride }) => <PlaceCell address={ride?.destination?.address} end="destination" />,
    width: 160,
    tight: 124,
    phone: 'brief',
  },
  {
    key: 'driver',
    stateless: true,
    title: t('userRides.driver'),
    sortKey: 'driver.full_name',
    sortValue: ({ driver }) => sortText(driver?.full_name),
    render: ({ driver }) => (
      <RecordLink kind="driver" id={driver?._id}>
        <LongText value={driver?.full_name} />
      </RecordLink>
    ),
    width: 118,
    tight: 86,
  },
  {
    key: 'date',
    stateless: true,
    title: t('userRides.date'),
    sortKey: 'createdAt',
    sortValue: ({ createdAt }) => instantOf(createdAt),
    render: (booking) => (
      <RecordLink kind="booking" id={booking._id} title={t('changeStatus.booking', bookingNames(booking))}>
        <DateText value={booking.createdAt} />
      </RecordLink>
    ),
    width: 106,
    tight: 92,
  },
  {
    key: 'time',
    stateless: true,
    title: t('userRides.time'),
    sortKey: 'ride.ride_time',
    sortValue: ({ ride }) => timeOf(ride?.ride_time),
    render: ({ ride }) => <LongText value={ride?.ride_time} />,
    width: 96,
    tight: 84,
  },
  {
    key: 'amount',
    stateless: true,
    title: t('userRides.amount'),
    sortKey: 'ride.amount',
    sortValue: ({ ride }) => numberOf(ride?.amount),
    render: ({ ride }) => <AmountText value={ride?.amount} />,
    width: 94,
    tight: 84,
    align: 'right',
  },
  {
    key: 'status',
    stateless: true,
    title: t('userRides.status'),
    sortKey: 'status',
    sortValue: ({ status }) => sortText(status),
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
