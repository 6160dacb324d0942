import { orNotAvailable } from '@interline/shared'
import type { Column } from '@interline/shared/list'
import { DateText, PersonCell } from '@interline/shared/ui'
import type { DriverRideRow } from './api.ts'
import { AmountText } from './amount-text.tsx'
import { LongText } from './long-text.tsx'
import { PlaceCell } from './place-cell.tsx'
import { say } from './say.ts'
import { instantOf, numberOf, textOf, timeOf } from './sort-values.ts'

export const driverRideColumns: readonly Column<DriverRideRow>[] = [
  {
    key: 'driver',
    title: say('driverRides.driver'),
    sortKey: 'driver.full_name',
    sortValue: (ride) => textOf(ride.driver?.full_name),
    render: (ride) => <PersonCell name={ride.driver?.full_name} />,
    width: 190,
    tight: 134,
    phone: 'heading',
  },
  {
    key: 'source',
    title: say('driverRides.source'),
    sortKey: 'source.address',
    sortValue: (ride) => textOf(ride.source?.address),
    render: (ride) => <PlaceCell address={ride.source?.address} end="source" />,
    width: 207,
    tight: 180,
  },
  {
    key: 'destination',
    title: say('driverRides.destination'),
    sortKey: 'destination.address',
    sortValue: (ride) => textOf(ride.destination?.address),
    render: (ride) => <PlaceCell address={ride.destination?.address} end="destination" />,
    width: 207,
    tight: 180,
  },
  {
    key: 'date',
    title: say('driverRides.date'),
    sortKey: 'createdAt',
    sortValue: (ride) => instantOf(ride.createdAt),
    render: (ride) => <DateText value={ride.createdAt} />,
    width: 112,
    tight: 96,
  },
  {
    key: 'time',
    title: say('driverRides.time'),
    sortKey: 'ride_time',
    sortValue: (ride) => timeOf(ride.ride_time),
    render: (ride) => <LongText value={ride.ride_time} />,
    width: 106,
    tight: 84,
  },
  {
    key: 'amount',
    title: say('driverRides.amount'),
    sortKey: 'amount',
    sortValue: (ride) => numberOf(ride.amount),
    render: (ride) => <AmountText value={ride.amount} />,
    width: 100,
    tight: 80,
    align: 'right',
  },
  {
    key: 'capacity',
    title: say('driverRides.capacity'),
    sortKey: 'passenger_capacity',
    sortValue: (ride) => numberOf(ride.passenger_capacity),
    render: (ride) => orNotAvailable(ride.passenger_capacity),
    width: 176,
    tight: 108,
    align: 'right',
  },
]
