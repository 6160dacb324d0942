import { readSettings, safeHref, toInstant } from '@interline/shared'
import { RowButton } from '@interline/shared/list'
import type { Column, ListFilter } from '@interline/shared/list'
import { DateText, DocumentLink, PersonCell } from '@interline/shared/ui'
import type { Dialogs } from '@interline/shared/ui'
import { ChatButton } from './chat-button.tsx'
import type { OpenChat } from './chat-button.tsx'
import { idOf, isVerified, nameOf, textOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { say } from './messages.ts'
import { ReverifyButton } from './reverify-button.tsx'
import { VerifySwitch } from './verify-switch.tsx'

export type DriverModal = 'details' | 'connect' | 'edit'
/** `opener` is the control that asked: focus goes back there. */
export type ShowModal = (modal: DriverModal, driver: DriverRow, opener: HTMLElement) => void

type Acts = { show: ShowModal; openChat: OpenChat; dialogs: Dialogs }

/** The eleven columns of SPEC §2, Drivers. */
export const driverColumns = ({ show, openChat, dialogs }: Acts): readonly Column<DriverRow>[] => [
  {
    key: 'name',
    title: say('columns.name'),
    render: (driver) => <PersonCell name={driver.full_name} detail={driver.phone} />,
    sortKey: 'full_name',
    width: 210,
    tight: 140,
    phone: 'heading',
    fixed: 'start',
  },
  {
    key: 'joined',
    title: say('columns.joined'),
    render: (driver) => <DateText value={driver.createdAt} />,
    sortKey: 'createdAt',
    sortValue: (driver) => toInstant(driver.createdAt) || null,
    width: 100,
    tight: 90,
  },
  {
    key: 'details',
    title: say('columns.details'),
    render: (driver) => <ModalButton modal="details" icon="eye" {...{ driver, show }} />,
    width: 64,
    tight: 56,
  },
  documentColumn('driving_licence', 'licence', 110, 66),
  documentColumn('car_document', 'car', 104, 74),
  documentColumn('car_insurance', 'insurance', 102, 74),
  {
    key: 'verify',
    title: say('columns.verify'),
    render: (driver) => <VerifySwitch {...{ driver, dialogs }} />,
    sortKey: 'is_driver_profile_approved',
    width: 76,
    tight: 72,
  },
  {
    key: 'reverify',
    title: say('columns.reverify'),
    render: (driver) => <ReverifyButton {...{ driver, dialogs }} />,
    sortKey: 'reverify_status',
    width: 110,
    tight: 108,
  },
  {
    key: 'connect',
    title: say('columns.connect'),
    render: (driver) => <ConnectCell {...{ driver, show }} />,
    sortKey: 'stripe_connect_id',
    width: 98,
    tight: 82,
  },
  { key: 'chat', title: say('columns.chat'), render: (driver) => <ChatButton {...{ driver, openChat }} />, width: 52, tight: 46 },
  {
    key: 'edit',
    title: say('columns.edit'),
    render: (driver) => <ModalButton modal="edit" icon="edit" {...{ driver, show }} />,
    width: 56,
    tight: 54,
  },
]

function documentColumn(field: 'driving_licence' | 'car_document' | 'car_insurance', name: string, width: number, tight: number): Column<DriverRow> {
  return {
    key: name,
    title: say(`columns.${name}`),
    render: (driver) => {
      const opens = safeHref(driver[field], readSettings().apiUrl) !== null
      const label = say(`documents.${name}`, { name: nameOf(driver) })
      return (
        <span className="drivers-document">
          <DocumentLink href={driver[field]} label={label} {...(opens && { text: say(`documents.${name}Short`) })} />
        </span>
      )
    },
    width,
    tight,
  }
}

type CellProps = { driver: DriverRow; show: ShowModal }

function ModalButton({ driver, show, modal, icon }: CellProps & { modal: 'details' | 'edit'; icon: string }) {
  const label = say(`actions.${modal}`, { name: nameOf(driver) })
  return (
    <RowButton label={label} icon={icon} disabled={modal === 'edit' && idOf(driver) === null} onClick={(control) => show(modal, driver, control)} />
  )
}

function ConnectCell({ driver, show }: CellProps) {
  const connected = textOf(driver, 'stripe_connect_id').trim()
  if (connected !== '') return <span className="drivers-connected" title={connected}>{connected}</span>
  return (
    <RowButton
      label={say('actions.connect', { name: nameOf(driver) })}
      icon="plus"
      text={say('actions.add')}
      disabled={idOf(driver) === null}
      onClick={(control) => show('connect', driver, control)}
    />
  )
}

/** Beside search and day; the server knows both by these names. */
export const driverFilters: readonly ListFilter<DriverRow>[] = [
  {
    key: 'verified',
    label: say('filters.verified'),
    options: [
      { value: 'true', label: say('filters.yes') },
      { value: 'false', label: say('filters.no') },
    ],
    matches: (driver, value) => String(isVerified(driver)) === value,
  },
  {
    key: 'reverify_status',
    label: say('filters.reverify'),
    options: [
      { value: 'Pending', label: say('filters.pending') },
      { value: 'Approved', label: say('filters.approved') },
    ],
    matches: (driver, value) => driver.reverify_status === value,
  },
]
