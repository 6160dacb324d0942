import type { ReactNode } from 'react'
import { Button } from 'antd'
import { orNotAvailable } from '../i18n/formats.ts'
import { t } from '../i18n/texts.ts'
import { Modal } from './modal.tsx'

/** Label and value. Texts, numbers and blanks are shown as SPEC §2 says (`N/A` when empty), anything else as it is. */
export type DetailsRow = readonly [label: string, value: ReactNode]

type DetailsModalProps = {
  title: string
  /** The owner of the details, under the title. */
  subtitle?: ReactNode
  open: boolean
  onClose: () => void
  /** It is gone, with its animation. */
  onClosed?: () => void
  rows: readonly DetailsRow[]
  /** Below the rows, e.g. `RecordHistory`. */
  children?: ReactNode
}

/** A read-only list of one record's fields with a Close button (SPEC §2). */
export function DetailsModal({ title, subtitle, open, onClose, onClosed, rows, children }: DetailsModalProps) {
  const close = t('close')
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={title}
      closable={{ 'aria-label': close }}
      footer={<Button onClick={onClose}>{close}</Button>}
      width={560}
      destroyOnHidden
      {...(onClosed && { afterClose: onClosed })}
    >
      {subtitle !== undefined && <p className="il-modal-subtitle">{subtitle}</p>}
      <dl className="il-details">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            {isNode(value) ? <dd>{value}</dd> : <dd translate="no">{orNotAvailable(value)}</dd>}
          </div>
        ))}
      </dl>
      {children}
    </Modal>
  )
}

const isNode = (value: ReactNode) => typeof value === 'object' && value !== null
