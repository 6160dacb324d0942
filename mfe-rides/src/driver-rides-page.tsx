import { ListPage } from '@interline/shared/list'
import { driverRidesPath } from './api.ts'
import type { DriverRideRow } from './api.ts'
import { driverRideColumns } from './driver-ride-columns.tsx'
import { say } from './say.ts'

const searchText = ({ driver, source, destination }: DriverRideRow) =>
  [driver?.full_name, source?.address, destination?.address].join('\n')

export function DriverRidesPage() {
  const title = say('driverRides.title')
  return (
    <ListPage<DriverRideRow>
      page={{ title, parent: { title: say('dashboard'), to: '/' } }}
      title={title}
      subtitle={say('driverRides.subtitle')}
      noun="driver-rides"
      path={driverRidesPath}
      filePath={`${driverRidesPath}.csv`}
      columns={driverRideColumns}
      defaultSort="-createdAt"
      searchText={searchText}
      newsText={(count) => say('driverRides.new', { count })}
      searchHint={say('driverRides.searchHint')}
      emptyTitle={say('driverRides.emptyTitle')}
      emptyText={say('driverRides.emptyText')}
    />
  )
}
