import { orNotAvailable } from '@interline/shared/i18n'
import type { Column } from '@interline/shared/list'
import { PersonCell } from '@interline/shared/ui'
import type { DriverRideRow } from '../api.ts'
import { t } from '../messages.ts'
import { numberOf } from '../ride/sort-values.ts'
import { tripColumns } from '../ride/trip-columns.tsx'

const { source, destination, date, time, amount } = tripColumns<DriverRideRow>('', (ride) => ride)

export const driverRideColumns: readonly Column<DriverRideRow>[] = [
  {
    key: 'driver',
    stateless: true,
    title: t('driverRides.driver'),
    sortKey: 'driver.full_name',
    render: (ride) => <PersonCell name={ride.driver?.full_name} record={{ kind: 'driver', id: ride.driver?._id }} />,
    width: 190,
    tight: 134,
    phone: 'heading',
  },
  { ...source, width: 207, tight: 180 },
  { ...destination, width: 207, tight: 180 },
  { ...date, width: 112, tight: 96 },
  { ...time, width: 106, tight: 84 },
  { ...amount, width: 100, tight: 80, phone: 'beside' },
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
