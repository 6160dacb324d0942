import { useMemo } from 'react'
import { textOf } from '@interline/shared/api'
import { usePermitted } from '@interline/shared/session'
import { Link } from '@interline/shared/router'
import { ListPage, useOpenChat } from '@interline/shared/table'
import { Icon, lazyWithRetry, useDialogs } from '@interline/shared/ui'
import { driversPath } from './api.ts'
import { ConnectDriver, EditDriver, useDriverDialog } from './dialogs.ts'
import { driverColumns, driverFilters } from './driver-columns.tsx'
import type { DriverModal } from './driver-columns.tsx'
import type { DriverRow } from './driver-row.ts'
import { useT } from './messages.ts'
import { useSettings } from './settings.ts'
import * as styles from './drivers-page.module.css'

const DriverDetails = lazyWithRetry(async () => (await import('./driver-details.tsx')).DriverDetails)

const searchText = (driver: DriverRow) =>
  (['full_name', 'phone', 'email', 'driving_licence_number'] as const).map((field) => textOf(driver[field])).join('\n')

const loadActs = async () => (await import('./bulk/driver-acts.ts')).driverActs

/** SPEC §2, Drivers. */
export function DriversPage() {
  const t = useT()
  const dialogs = useDialogs()
  const { name, key, modal, change, show } = useDriverDialog<DriverModal>()
  const openChat = useOpenChat()
  const mayWrite = usePermitted('drivers:write')
  const mayMessage = usePermitted('notes:write')
  // The import is beyond SPEC, as the queue is: a backend without roles has neither.
  const mayImport = usePermitted('reviews:write') && mayWrite
  const { notice } = useSettings()
  const columns = useMemo(
    () => driverColumns({ show, openChat, dialogs, mayWrite }),
    [show, openChat, dialogs, mayWrite],
  )
  return (
    <div className={styles.page}>
      {notice !== '' && (
        <p className={styles.notice} role="note">
          <Icon id="info" size={16} />
          {notice}
        </p>
      )}
      <ListPage<DriverRow>
        page={{
          title: t('title'),
          parent: { title: t('dashboard'), to: '/' },
          ...(mayImport && {
            children: (
              <Link
                className={`il-tool ${styles.import}`}
                to="/drivers/import"
                aria-label={t('list.import')}
                title={t('list.import')}
              >
                <Icon id="upload" />
              </Link>
            ),
          }),
        }}
        title={t('list.title')}
        subtitle={t(mayWrite ? 'list.subtitle' : 'list.readOnly')}
        resource="drivers"
        path={driversPath}
        filePath={`${driversPath}.csv`}
        columns={columns}
        bulk={mayWrite || mayMessage ? loadActs : undefined}
        filters={driverFilters}
        searchText={searchText}
        defaultSort="-createdAt"
        changesText={(count) => t('list.new', { count })}
        searchHint={t('list.search')}
        emptyTitle={t('list.empty')}
        emptyText={t('list.emptyText')}
      />
      {modal && name === 'details' && <DriverDetails key={key} {...modal} />}
      {change && name === 'connect' && <ConnectDriver key={key} {...change} />}
      {change && name === 'edit' && <EditDriver key={key} {...change} />}
    </div>
  )
}
