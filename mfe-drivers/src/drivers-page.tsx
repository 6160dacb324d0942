import { useMemo, useState } from 'react'
import { textOf } from '@interline/shared/api'
import { usePermitted } from '@interline/shared/session'
import { ListPage, useOpenChat } from '@interline/shared/table'
import { Icon, lazyWithRetry, useDialogs } from '@interline/shared/ui'
import { driversPath, reloadLists } from './api.ts'
import { ConnectDriver, EditDriver } from './dialogs.ts'
import { driverColumns, driverFilters } from './driver-columns.tsx'
import type { DriverModal, ShowModal } from './driver-columns.tsx'
import type { DriverRow } from './driver-row.ts'
import { useT } from './messages.ts'
import { rememberFocus } from './verify/return-focus.ts'
import { useSettings } from './settings.ts'
import * as styles from './drivers-page.module.css'

const DriverDetails = lazyWithRetry(async () => (await import('./driver-details.tsx')).DriverDetails)

type Shown = { modal: DriverModal; driver: DriverRow; opener: HTMLElement; open: boolean; count: number }

const searchText = (driver: DriverRow) =>
  (['full_name', 'phone', 'email', 'driving_licence_number'] as const).map((field) => textOf(driver[field])).join('\n')

/** SPEC §2, Drivers. */
export function DriversPage() {
  const t = useT()
  const dialogs = useDialogs()
  const [shown, setShown] = useState<Shown | null>(null)
  const openChat = useOpenChat()
  const mayWrite = usePermitted('drivers:write')
  const { notice } = useSettings()
  const columns = useMemo(() => {
    const show: ShowModal = (modal, driver, opener) =>
      setShown((last) => ({ modal, driver, opener, open: true, count: (last?.count ?? 0) + 1 }))
    return driverColumns({ show, openChat, dialogs, mayWrite })
  }, [openChat, dialogs, mayWrite])
  const close = () => setShown((now) => now && { ...now, open: false })

  async function finish(title: string, text: string) {
    const goBack = shown && rememberFocus(shown.opener)
    close()
    await Promise.all([reloadLists(), dialogs.success(title, text)])
    goBack?.()
  }

  const key = shown?.count
  const modal = shown && { driver: shown.driver, open: shown.open, onClose: close }
  const change = modal && { ...modal, onDone: (title: string, text: string) => void finish(title, text) }
  return (
    <div className={styles.page}>
      {notice !== '' && (
        <p className={styles.notice} role="note">
          <Icon id="info" size={16} />
          {notice}
        </p>
      )}
      <ListPage<DriverRow>
        page={{ title: t('title'), parent: { title: t('dashboard'), to: '/' } }}
        title={t('list.title')}
        subtitle={t(mayWrite ? 'list.subtitle' : 'list.readOnly')}
        resource="drivers"
        path={driversPath}
        filePath={`${driversPath}.csv`}
        columns={columns}
        filters={driverFilters}
        searchText={searchText}
        defaultSort="-createdAt"
        changesText={(count) => t('list.new', { count })}
        searchHint={t('list.search')}
        emptyTitle={t('list.empty')}
        emptyText={t('list.emptyText')}
      />
      {modal && shown.modal === 'details' && <DriverDetails key={key} {...modal} />}
      {change && shown.modal === 'connect' && <ConnectDriver key={key} {...change} />}
      {change && shown.modal === 'edit' && <EditDriver key={key} {...change} />}
    </div>
  )
}
