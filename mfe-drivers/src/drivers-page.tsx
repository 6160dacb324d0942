import { useMemo } from 'react'
import { textOf } from '@interline/shared/api'
import { useBackend, usePermitted } from '@interline/shared/session'
import { Link } from '@interline/shared/router'
import { useOpenChat } from '@interline/shared/list'
import { ListPage } from '@interline/shared/list-tools'
import { Icon } from '@interline/shared/ui'
import { driversPath } from './api.ts'
import { driverColumns, driverFilters } from './driver-columns.tsx'
import { useDriverDialog } from './driver-dialogs.tsx'
import type { DriverRow } from './driver-row.ts'
import { t } from './messages.ts'
import { useSettings } from './settings.ts'
import * as styles from './drivers-page.module.css'

const searchText = (driver: DriverRow) =>
  (['full_name', 'phone', 'email', 'driving_licence_number'] as const).map((field) => textOf(driver[field])).join('\n')

const loadActs = async () => (await import('./bulk/driver-acts.ts')).driverActs

/** SPEC §2, Drivers. */
export function DriversPage() {
  const { dialog, show } = useDriverDialog()
  const openChat = useOpenChat()
  const mayWrite = usePermitted('drivers:write')
  const hasMessages = useBackend().has('direct-messages')
  const mayMessage = usePermitted('chats:write') && hasMessages
  // The import is beyond SPEC, as the queue is: a backend without roles has neither.
  const mayImport = usePermitted('reviews:write') && mayWrite
  const { notice } = useSettings()
  const columns = useMemo(() => driverColumns({ show, openChat, mayWrite }), [show, openChat, mayWrite])
  return (
    <div className={styles.page}>
      {notice !== '' && (
        <p className="il-note" role="note">
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
                className={`il-button il-button-square ${styles.import}`}
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
        id="drivers/drivers"
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
      {dialog}
    </div>
  )
}
