import { idOf, textOf } from '@interline/shared/api'
import { driverFileFields, trimmed, toInstant } from '@interline/shared/contract'
import type { DriverFileField } from '@interline/shared/contract'
import { readSettings } from '@interline/shared/session'
import { fileNameOf, safeHref, DateText, DocumentLink, PersonCell } from '@interline/shared/ui'
import { ChatButton, RowButton } from '@interline/shared/list'
import type { Column, ListFilter, OpenChat } from '@interline/shared/list'
import type { ShowDriverDialog } from './driver-dialogs.tsx'
import { isVerified, nameOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { t } from './messages.ts'
import { ReverifyButton } from './verify/reverify-button.tsx'
import { VerifySwitch } from './verify/verify-switch.tsx'
import * as styles from './drivers-page.module.css'

type Acts = { show: ShowDriverDialog; openChat: OpenChat; mayWrite: boolean }

/** The eleven columns of SPEC §2, Drivers. A role that may not change drivers reads what others click. */
export const driverColumns = ({ show, openChat, mayWrite }: Acts): readonly Column<DriverRow>[] => [
  {
    key: 'name',
    stateless: true,
    title: t('columns.name'),
    render: (driver) => (
      <PersonCell name={driver.full_name} detail={driver.phone} record={{ kind: 'driver', id: driver._id }} />
    ),
    sortKey: 'full_name',
    width: 210,
    tight: 140,
    phone: 'heading',
    fixed: 'start',
  },
  {
    key: 'joined',
    stateless: true,
    title: t('columns.joined'),
    render: (driver) => <DateText value={driver.createdAt} />,
    sortKey: 'createdAt',
    sortValue: (driver) => toInstant(driver.createdAt),
    width: 100,
    tight: 90,
  },
  {
    key: 'details',
    stateless: true,
    title: t('columns.details'),
    render: (driver) => <ModalButton modal="details" icon="eye" {...{ driver, show }} />,
    width: 64,
    tight: 56,
  },
  documentColumn('driving_licence', 'licence', 110, 66),
  documentColumn('car_document', 'car', 104, 74),
  documentColumn('car_insurance', 'insurance', 102, 74),
  {
    key: 'verify',
    title: t('columns.verify'),
    render: (driver) =>
      mayWrite ? <VerifySwitch driver={driver} /> : t(isVerified(driver) ? 'verify.is' : 'verify.isNot'),
    sortKey: 'is_driver_profile_approved',
    width: 76,
    tight: 72,
    phone: 'brief',
  },
  {
    key: 'reverify',
    title: t('columns.reverify'),
    render: (driver) => (mayWrite ? <ReverifyButton driver={driver} /> : reverifyText(driver)),
    sortKey: 'reverify_status',
    width: 110,
    tight: 108,
    phone: 'brief',
  },
  {
    key: 'connect',
    stateless: true,
    title: t('columns.connect'),
    render: (driver) => <ConnectCell {...{ driver, show, mayWrite }} />,
    sortKey: 'stripe_connect_id',
    width: 98,
    tight: 82,
  },
  {
    key: 'chat',
    stateless: true,
    title: t('columns.chat'),
    render: (driver) => (
      <ChatButton
        party={{ user_id: idOf(driver._id), full_name: driver.full_name, role: driver.role }}
        label={t('actions.chat', { name: nameOf(driver) })}
        openChat={openChat}
      />
    ),
    width: 52,
    tight: 46,
    phone: 'beside',
  },
  ...(mayWrite ? [editColumn(show)] : []),
]

const editColumn = (show: ShowDriverDialog): Column<DriverRow> => ({
  key: 'edit',
  stateless: true,
  title: t('columns.edit'),
  render: (driver) => <ModalButton modal="edit" icon="edit" {...{ driver, show }} />,
  width: 56,
  tight: 54,
  phone: 'brief',
})

export function reverifyText({ reverify_status }: DriverRow) {
  if (reverify_status === 'Pending') return t('reverify.pending')
  return t(reverify_status === 'Approved' ? 'reverify.approved' : 'reverify.none')
}

function documentColumn(field: DriverFileField, key: string, width: number, tight: number): Column<DriverRow> {
  return {
    key,
    stateless: true,
    title: t(`columns.${field}`),
    render: (driver) => {
      const opens = safeHref(driver[field], readSettings().documentsUrl) !== null
      const label = t(`documents.${field}`, { name: nameOf(driver) })
      return (
        <span className={styles.document}>
          <DocumentLink
            href={driver[field]}
            label={label}
            tooltip={`${label}: ${fileNameOf(driver[field])}`}
            {...(opens && { text: t(`documents.${field}Short`) })}
          />
        </span>
      )
    },
    width,
    tight,
  }
}

type CellProps = { driver: DriverRow; show: ShowDriverDialog }

function ModalButton({ driver, show, modal, icon }: CellProps & { modal: 'details' | 'edit'; icon: string }) {
  const label = t(`actions.${modal}`, { name: nameOf(driver) })
  return (
    <RowButton
      label={label}
      icon={icon}
      disabled={modal === 'edit' && idOf(driver._id) === null}
      onClick={(control) => show(modal, driver, control)}
    />
  )
}

function ConnectCell({ driver, show, mayWrite }: CellProps & { mayWrite: boolean }) {
  const connected = trimmed(textOf(driver.stripe_connect_id))
  if (connected !== '')
    return (
      <span className={`il-cut ${styles.connected}`} title={connected} translate="no">
        {connected}
      </span>
    )
  if (!mayWrite) return <span>{t('reverify.none')}</span>
  return (
    <RowButton
      label={t('actions.connect', { name: nameOf(driver) })}
      icon="plus"
      text={t('actions.add')}
      disabled={idOf(driver._id) === null}
      onClick={(control) => show('connect', driver, control)}
    />
  )
}

/** Beside search and day; the server knows both by these names. */
export const driverFilters: readonly ListFilter<DriverRow>[] = [
  {
    key: 'verified',
    label: t('filters.verified'),
    options: [
      { value: 'true', label: t('filters.yes') },
      { value: 'false', label: t('filters.no') },
    ],
    matches: (driver, value) => String(isVerified(driver)) === value,
  },
  {
    key: 'reverify_status',
    label: t('filters.reverify'),
    options: [
      { value: 'Pending', label: t('filters.pending') },
      { value: 'Approved', label: t('filters.approved') },
    ],
    matches: (driver, value) => driver.reverify_status === value,
  },
  {
    key: 'waiting',
    label: t('filters.waiting'),
    options: [{ value: 'verification', label: t('filters.forVerification') }],
    chip: 'choice',
    matches: (driver) => !isVerified(driver) && driverFileFields.some((field) => textOf(driver[field]) !== ''),
  },
  {
    key: 'missing',
    label: t('filters.missing'),
    chip: 'choice',
    options: [
      { value: 'any', label: t('filters.anyDocument') },
      ...driverFileFields.map((field) => ({ value: field, label: t(`columns.${field}`) })),
    ],
    matches: (driver, value) =>
      driverFileFields.some((field) => (value === 'any' || value === field) && textOf(driver[field]) === ''),
  },
]
