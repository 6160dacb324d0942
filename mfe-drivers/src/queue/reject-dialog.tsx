import { useEffect, useId, useRef, useState } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import type { RejectDriver, RejectReason } from '@interline/shared/contract'
import { ChangeFailure, Modal } from '@interline/shared/forms'
import { trimmed } from '@interline/shared/i18n'
import { afterAMoment, Input } from '@interline/shared/ui'
import { t } from './queue-messages.ts'
import { reasonOf } from './use-queue.ts'
import { noteMaxLength, reasons } from './words.ts'
import * as styles from './queue.module.css'

type RejectDialogProps = {
  name: string
  isVerified: boolean
  /** Rejects, or throws why not. */
  onReject: (why: Pick<RejectDriver, 'reason' | 'note'>) => Promise<void>
  onClose: () => void
}

/** Why a driver is rejected: a reason by its number, a note where it says too little. Enter rejects. */
export function RejectDialog({ name, isVerified, onReject, onClose }: RejectDialogProps) {
  const id = useId()
  const [reason, setReason] = useState<RejectReason>('unreadable')
  const [note, setNote] = useState('')
  const [isNoteMissing, setIsNoteMissing] = useState(false)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  async function submit() {
    if (saving) return
    const isMissing = reason === 'other' && trimmed(note) === ''
    setIsNoteMissing(isMissing)
    if (isMissing) return document.getElementById(`${id}-note`)?.focus()
    setSaving(true)
    setFailure(null)
    try {
      await onReject({ reason, ...(trimmed(note) && { note: trimmed(note) }) })
      onClose()
    } catch (error) {
      logFailure('Rejecting a driver', error)
      setFailure(error)
      setIsNoteMissing(isApiError(error) && error.fields['note'] !== undefined)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      open
      onCancel={() => !saving && onClose()}
      title={t('reject.title', { name })}
      closable={{ 'aria-label': t('reject.close') }}
      cancelText={t('reject.cancel')}
      okText={t('reject.submit')}
      okButtonProps={{ danger: true, htmlType: 'submit', form: id, loading: saving && afterAMoment }}
      afterOpenChange={(open) => open && first.current?.focus()}
      width={520}
    >
      <form
        id={id}
        noValidate
        className={styles.rejectForm}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <fieldset
          onKeyDown={(event) => {
            const chosen = reasons[Number(event.key) - 1]
            if (chosen) setReason(chosen)
          }}
        >
          <legend>{t('reject.reason')}</legend>
          {reasons.map((each, at) => (
            <label key={each}>
              <input
                ref={at === 0 ? first : undefined}
                type="radio"
                name={`${id}-reason`}
                checked={each === reason}
                onChange={() => setReason(each)}
              />
              {t(`reject.${each}`)}
              <kbd className={styles.key} aria-hidden="true">
                {at + 1}
              </kbd>
            </label>
          ))}
        </fieldset>
        <label htmlFor={`${id}-note`}>{t('reject.note')}</label>
        <Input.TextArea
          id={`${id}-note`}
          rows={3}
          value={note}
          maxLength={noteMaxLength}
          status={isNoteMissing ? 'error' : ''}
          aria-invalid={isNoteMissing}
          aria-describedby={`${id}-about`}
          onChange={(event) => {
            setNote(event.target.value)
            setIsNoteMissing(false)
          }}
        />
        <p id={`${id}-about`} className={isNoteMissing ? styles.wrong : styles.soft}>
          {t(isNoteMissing ? 'reject.noteMissing' : 'reject.noteOptional')}
        </p>
        <p className={styles.soft}>
          {t('reject.sends')} {isVerified && t('reject.verified')}
        </p>
      </form>
      {failure !== null && <ChangeFailure title={t('failed.reject')} reason={reasonOf(failure)} error={failure} />}
    </Modal>
  )
}
