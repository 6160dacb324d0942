import { orNotAvailable } from '@interline/shared/i18n'
import type { Column } from '@interline/shared/table'
import { DateText, PersonCell } from '@interline/shared/ui'
import type { DriverRideRow } from '../api.ts'
import { AmountText } from '../ride/amount-text.tsx'
import { LongText } from '../ride/long-text.tsx'
import { PlaceCell } from '../ride/place-cell.tsx'
import { t } from '../messages.ts'
import { instantOf, numberOf, sortText, timeOf } from '../ride/sort-values.ts'

export const driverRideColumns: readonly Column<DriverRideRow>[] = [
  {
    key: 'driver',
    stateless: true,
    title: t('driverRides.driver'),
    sortKey: 'driver.full_name',
    sortValue: (ride) => sortText(ride.driver?.full_name),
    render: (ride) => <PersonCell name={ride.driver?.full_name} record={{ kind: 'driver', id: ride.driver?._id }} />,
    width: 190,
    tight: 134,
    phone: 'heading',
  },
  {
    key: 'source',
    stateless: true,
    title: t('driverRides.source'),
    sortKey: 'source.address',
    sortValue: (ride) => sortText(ride.source?.address),
    render: (ride) => <PlaceCell address={ride.source?.address} end="source" />,
    width: 207,
    tight: 180,
    phone: 'brief',
  },
  {
    key: 'destination',
    stateless: true,
    title: t('driverRides.destination'),
    sortKey: 'destination.address',
    sortValue: (ride) => sortText(ride.destination?.address),
    render: (ride) => <PlaceCell address={ride.destination?.address} end="destination" />,
    width: 207,
    tight: 180,
    phone: 'brief',
  },
  {
    key: 'date',
    stateless: true,
    title: t('driverRides.date'),
    sortKey: 'createdAt',
    sortValue: (ride) => instantOf(ride.createdAt),
    render: (ride) => <DateText value={ride.createdAt} />,
    width: 112,
    tight: 96,
  },
  {
    key: 'time',
    stateless: true,
    title: t('driverRides.time'),
    sortKey: 'ride_time',
    sortValue: (ride) => timeOf(ride.ride_time),
    render: (ride) => <LongText value={ride.ride_time} />,
    width: 106,
    tight: 84,
  },
  {
    key: 'amount',
    stateless: true,
    title: t('driverRides.amount'),
    sortKey: 'amount',
    sortValue: (ride) => numberOf(ride.amount),
    render: (ride) => <AmountText value={ride.amount} />,
    width: 100,
    tight: 80,
    align: 'right',
    phone: 'beside',
  },
  {
    key: 'capacity',
    stateless: true,
    title: t('driverRides.capacity'),
    sortKey: 'passenger_capacity',
    sortValue: (ride) => numberOf(ride.passenger_capacity),
    render: (ride) => orNotAvailable(ride.passenger_capacity),
    width: 176,
    tight: 108,
    align: 'right',
  },
]
