import { useMemo, useState } from 'react'
import { bookingStatuses } from '@interline/shared'
import { ListPage } from '@interline/shared/list'
import type { ListFilter } from '@interline/shared/list'
import { late } from '@interline/shared/ui'
import { bookingsPath } from './api.ts'
import type { BookingRow } from './api.ts'
import { bookingColumns } from './booking-columns.tsx'
import { say } from './say.ts'

const ChangeStatusModal = late(async () => (await import('./change-status-modal.tsx')).ChangeStatusModal)

const searchText = ({ user, driver, ride }: BookingRow) =>
  [user?.full_name, driver?.full_name, ride?.source?.address, ride?.destination?.address].join('\n')

const filters: readonly ListFilter<BookingRow>[] = [
  {
    key: 'status',
    label: say('userRides.status'),
    options: bookingStatuses.map((status) => ({ value: status, label: status })),
    matches: (booking, status) => booking.status === status,
  },
]

export function UserRidesPage() {
  const [editing, setEditing] = useState<BookingRow | null>(null)
  const columns = useMemo(() => bookingColumns(setEditing), [])
  const title = say('userRides.title')
  return (
    <ListPage<BookingRow>
      page={{ title, parent: { title: say('dashboard'), to: '/' } }}
      title={title}
      subtitle={say('userRides.subtitle')}
      noun="user-rides"
      path={bookingsPath}
      filePath={`${bookingsPath}.csv`}
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      searchText={searchText}
      newsText={(count) => say('userRides.new', { count })}
      searchHint={say('userRides.searchHint')}
      emptyTitle={say('userRides.emptyTitle')}
      emptyText={say('userRides.emptyText')}
    >
      {editing && <ChangeStatusModal booking={editing} onClosed={() => setEditing(null)} />}
    </ListPage>
  )
}
