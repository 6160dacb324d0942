import { useMemo, useState } from 'react'
import { usePermitted } from '@interline/shared/session'
import { bookingStatuses, hangingHours, toInstant } from '@interline/shared/contract'
import { ListPage } from '@interline/shared/list-tools'
import type { ListFilter } from '@interline/shared/list'
import { bookingsPath } from '../api.ts'
import type { BookingRow } from '../api.ts'
import { bookingColumns } from './booking-columns.tsx'
import { ChangeStatusModal } from './dialogs.ts'
import { tripFilters } from '../ride/trip-filters.ts'
import { t } from '../messages.ts'

const searchText = ({ user, driver, ride }: BookingRow) =>
  [user?.full_name, driver?.full_name, ride?.source?.address, ride?.destination?.address].join('\n')

const filters: readonly ListFilter<BookingRow>[] = [
  {
    key: 'status',
    label: t('userRides.status'),
    options: bookingStatuses.map((status) => ({ value: status, label: status })),
    matches: (booking, status) => booking.status === status,
  },
  {
    key: 'hanging',
    label: t('userRides.hanging'),
    options: (['Pending', 'Started'] as const).map((status) => ({
      value: status,
      label: t(`userRides.hangs${status}`, { hours: hangingHours[status] }),
    })),
    chip: 'choice',
    matches: isHanging,
  },
  ...tripFilters<BookingRow>(({ ride }) => ride),
]

const loadActs = async () => (await import('../bulk/booking-acts.ts')).bookingActs

export function UserRidesPage() {
  const [editing, setEditing] = useState<BookingRow | null>(null)
  const mayWrite = usePermitted('bookings:write')
  const columns = useMemo(() => bookingColumns(mayWrite ? setEditing : null), [mayWrite])
  const title = t('userRides.title')
  return (
    <ListPage<BookingRow>
      page={{ title, parent: { title: t('dashboard'), to: '/' } }}
      title={title}
      subtitle={t(mayWrite ? 'userRides.subtitle' : 'userRides.readOnly')}
      id="rides/user-rides"
      resource="user-rides"
      path={bookingsPath}
      filePath={`${bookingsPath}.csv`}
      columns={columns}
      bulk={mayWrite ? loadActs : undefined}
      filters={filters}
      defaultSort="-createdAt"
      searchText={searchText}
      changesText={(count) => t('userRides.new', { count })}
      searchHint={t('userRides.searchHint')}
      emptyTitle={t('userRides.emptyTitle')}
      emptyText={t('userRides.emptyText')}
    >
      {editing && <ChangeStatusModal booking={editing} onClosed={() => setEditing(null)} />}
    </ListPage>
  )
}

/** The rule of the server's filter `hanging`, by what a row tells: not when it started, but when it was made. */
function isHanging({ status, createdAt }: BookingRow, as: string): boolean {
  if (status !== as || (as !== 'Pending' && as !== 'Started')) return false
  return toInstant(createdAt) < Date.now() - hangingHours[as] * 3_600_000
}
