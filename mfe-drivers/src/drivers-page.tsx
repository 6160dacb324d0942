import { useMemo, useState } from 'react'
import { ListPage } from '@interline/shared/list'
import { late, useDialogs } from '@interline/shared/ui'
import { driversPath, reloadLists } from './api.ts'
import { useOpenChat } from './chat-button.tsx'
import { driverColumns, driverFilters } from './driver-columns.tsx'
import type { DriverModal, ShowModal } from './driver-columns.tsx'
import { textOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { useSay } from './messages.ts'
import { rememberPlace } from './return-focus.ts'
import './drivers.css'

const DriverDetails = late(async () => (await import('./driver-details.tsx')).DriverDetails)
const ConnectDriver = late(async () => (await import('./connect-driver.tsx')).ConnectDriver)
const EditDriver = late(async () => (await import('./edit-driver.tsx')).EditDriver)

type Shown = { modal: DriverModal; driver: DriverRow; opener: HTMLElement; open: boolean; count: number }

const searchText = (driver: DriverRow) => (['full_name', 'phone', 'email'] as const).map((field) => textOf(driver, field)).join('\n')

/** SPEC §2, Drivers. */
export function DriversPage() {
  const say = useSay()
  const dialogs = useDialogs()
  const [shown, setShown] = useState<Shown | null>(null)
  const openChat = useOpenChat()
  const columns = useMemo(() => {
    const show: ShowModal = (modal, driver, opener) => setShown((last) => ({ modal, driver, opener, open: true, count: (last?.count ?? 0) + 1 }))
    return driverColumns({ show, openChat, dialogs })
  }, [openChat, dialogs])
  const close = () => setShown((now) => now && { ...now, open: false })

  async function finish(title: string, text: string) {
    const goBack = shown && rememberPlace(shown.opener)
    close()
    await Promise.all([reloadLists(), dialogs.success(title, text)])
    goBack?.()
  }

  const key = shown?.count
  const modal = shown && { driver: shown.driver, open: shown.open, onClose: close }
  const change = modal && { ...modal, onDone: (title: string, text: string) => void finish(title, text) }
  return (
    <div className="drivers">
      <ListPage<DriverRow>
        page={{ title: say('title'), parent: { title: say('dashboard'), to: '/' } }}
        title={say('list.title')}
        subtitle={say('list.subtitle')}
        noun="drivers"
        path={driversPath}
        filePath={`${driversPath}.csv`}
        columns={columns}
        filters={driverFilters}
        searchText={searchText}
        defaultSort="-createdAt"
        newsText={(count) => say('list.new', { count })}
        searchHint={say('list.search')}
        emptyTitle={say('list.empty')}
        emptyText={say('list.emptyText')}
      />
      {modal && shown.modal === 'details' && <DriverDetails key={key} {...modal} />}
      {change && shown.modal === 'connect' && <ConnectDriver key={key} {...change} />}
      {change && shown.modal === 'edit' && <EditDriver key={key} {...change} />}
    </div>
  )
}
