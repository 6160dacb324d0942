import { ListPage } from '@interline/shared/list-tools'
import { driverRidesPath } from '../api.ts'
import type { DriverRideRow } from '../api.ts'
import { driverRideColumns } from './driver-ride-columns.tsx'
import { tripFilters } from '../ride/trip-filters.ts'
import { t } from '../messages.ts'

const searchText = ({ driver, source, destination }: DriverRideRow) =>
  [driver?.full_name, source?.address, destination?.address].join('\n')

const filters = tripFilters<DriverRideRow>((ride) => ride)

export function DriverRidesPage() {
  const title = t('driverRides.title')
  return (
    <ListPage<DriverRideRow>
      page={{ title, parent: { title: t('dashboard'), to: '/' } }}
      title={title}
      subtitle={t('driverRides.subtitle')}
      id="rides/driver-rides"
      resource="driver-rides"
      path={driverRidesPath}
      filePath={`${driverRidesPath}.csv`}
      columns={driverRideColumns}
      filters={filters}
      defaultSort="-createdAt"
      searchText={searchText}
      changesText={(count) => t('driverRides.new', { count })}
      searchHint={t('driverRides.searchHint')}
      emptyTitle={t('driverRides.emptyTitle')}
      emptyText={t('driverRides.emptyText')}
    />
  )
}
