import { orNotAvailable } from '@interline/shared'
import { RowButton } from '@interline/shared/list'
import type { Column } from '@interline/shared/list'
import { DateText, PersonCell, StatusBadge } from '@interline/shared/ui'
import type { BookingRow } from './api.ts'
import { AmountText } from './amount-text.tsx'
import { LongText } from './long-text.tsx'
import { PlaceCell } from './place-cell.tsx'
import { say } from './say.ts'
import { instantOf, numberOf, textOf, timeOf } from './sort-values.ts'

export const bookingNames = ({ user, ride }: BookingRow) => ({
  user: orNotAvailable(user?.full_name),
  source: orNotAvailable(ride?.source?.address),
  destination: orNotAvailable(ride?.destination?.address),
})

export const bookingColumns = (edit: (booking: BookingRow) => void): readonly Column<BookingRow>[] => [
  {
    key: 'user',
    title: say('userRides.user'),
    sortKey: 'user.full_name',
    sortValue: ({ user }) => textOf(user?.full_name),
    render: ({ user }) => <PersonCell name={user?.full_name} />,
    width: 164,
    tight: 110,
    phone: 'heading',
  },
  {
    key: 'source',
    title: say('userRides.source'),
    sortKey: 'ride.source.address',
    sortValue: ({ ride }) => textOf(ride?.source?.address),
    render: ({ ride }) => <PlaceCell address={ride?.source?.address} end="source" />,
    width: 160,
    tight: 124,
  },
  {
    key: 'destination',
    title: say('userRides.destination'),
    sortKey: 'ride.destination.address',
    sortValue: ({ ride }) => textOf(ride?.destination?.address),
    render: ({ ride }) => <PlaceCell address={ride?.destination?.address} end="destination" />,
    width: 160,
    tight: 124,
  },
  {
    key: 'driver',
    title: say('userRides.driver'),
    sortKey: 'driver.full_name',
    sortValue: ({ driver }) => textOf(driver?.full_name),
    render: ({ driver }) => <LongText value={driver?.full_name} />,
    width: 118,
    tight: 86,
  },
  {
    key: 'date',
    title: say('userRides.date'),
    sortKey: 'createdAt',
    sortValue: ({ createdAt }) => instantOf(createdAt),
    render: ({ createdAt }) => <DateText value={createdAt} />,
    width: 106,
    tight: 92,
  },
  {
    key: 'time',
    title: say('userRides.time'),
    sortKey: 'ride.ride_time',
    sortValue: ({ ride }) => timeOf(ride?.ride_time),
    render: ({ ride }) => <LongText value={ride?.ride_time} />,
    width: 96,
    tight: 84,
  },
  {
    key: 'amount',
    title: say('userRides.amount'),
    sortKey: 'ride.amount',
    sortValue: ({ ride }) => numberOf(ride?.amount),
    render: ({ ride }) => <AmountText value={ride?.amount} />,
    width: 94,
    tight: 84,
    align: 'right',
  },
  {
    key: 'status',
    title: say('userRides.status'),
    sortKey: 'status',
    sortValue: ({ status }) => textOf(status),
    render: ({ status }) => <StatusBadge status={status} />,
    width: 126,
    tight: 110,
  },
  {
    key: 'edit',
    title: say('userRides.edit'),
    render: (booking) => <RowButton label={say('userRides.changeStatusOf', bookingNames(booking))} icon="edit" onClick={() => edit(booking)} />,
    width: 60,
    tight: 50,
    align: 'center',
    fixed: 'end',
  },
]
