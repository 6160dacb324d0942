import { useId } from 'react'
import {
  type RejectDriver,
  type RejectReason,
  trimmed,
  rejectNoteMaxLength,
  rejectReasons,
} from '@interline/shared/contract'
import { Form, FormModal } from '@interline/shared/forms'
import { Input, isWriting } from '@interline/shared/ui'
import { t } from './queue-messages.ts'
import * as styles from './queue.module.css'

type RejectDialogProps = {
  name: string
  isVerified: boolean
  /** Rejects, or throws why not. */
  onReject: (why: Pick<RejectDriver, 'reason' | 'note'>) => Promise<void>
  onClosed: () => void
}

type Why = { reason: RejectReason; note: string }

const nothing: Why = { reason: 'unreadable', note: '' }

/** Why a driver is rejected: a reason by its number, a note where it says too little. Enter rejects. */
export function RejectDialog({ name, isVerified, onReject, onClosed }: RejectDialogProps) {
  return (
    <FormModal<Why, null>
      title={t('reject.title', { name })}
      submit={t('reject.submit')}
      cancel={t('reject.cancel')}
      isDanger
      width={520}
      what="Rejecting a driver"
      row={null}
      valuesOf={() => nothing}
      send={({ reason, note }) => onReject({ reason, ...(trimmed(note) && { note: trimmed(note) }) })}
      failed={t('failed.reject')}
      onClosed={onClosed}
    >
      {() => (
        <div className={styles.rejectForm}>
          <Form.Item name="reason" noStyle>
            <Reasons />
          </Form.Item>
          <Form.Item
            name="note"
            label={t('reject.note')}
            extra={t('reject.noteOptional')}
            dependencies={['reason']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_, note: string) =>
                  getFieldValue('reason') === 'other' && trimmed(note) === ''
                    ? Promise.reject(new Error(t('reject.noteMissing')))
                    : Promise.resolve(),
              }),
            ]}
          >
            <Input.TextArea rows={3} maxLength={rejectNoteMaxLength} />
          </Form.Item>
          <p className="il-hint">
            <span>{t('reject.sends')}</span> {isVerified && <span>{t('reject.verified')}</span>}
          </p>
        </div>
      )}
    </FormModal>
  )
}

/** The form gives both. */
type ReasonsProps = { value?: RejectReason; onChange?: (reason: RejectReason) => void }

function Reasons({ value, onChange }: ReasonsProps) {
  const id = useId()
  return (
    <fieldset
      onKeyDown={(event) => {
        const chosen = rejectReasons[Number(event.key) - 1]
        if (chosen && !isWriting(event)) onChange?.(chosen)
      }}
    >
      <legend>{t('reject.reason')}</legend>
      {rejectReasons.map((each, at) => (
        <label key={each}>
          <input type="radio" name={id} checked={each === value} onChange={() => onChange?.(each)} />
          <span>{t(`reject.${each}`)}</span>
          <kbd aria-hidden="true">{at + 1}</kbd>
        </label>
      ))}
    </fieldset>
  )
}
