import { useId, useState } from 'react'
import { logFailure, refreshResource } from '@interline/shared/api'
import type { DriverFileField } from '@interline/shared/contract'
import { isDayKey } from '@interline/shared/time'
import { failureReason, Input, isConflict } from '@interline/shared/ui'
import { saveExpiry } from '../queue-api.ts'
import { t } from '../queue-messages.ts'
import * as styles from './expiring.module.css'

type ExpiryFieldProps = {
  driverId: string
  field: DriverFileField
  label: string
  /** As it is saved. */
  day: string | null
  onChange?: (day: string | null) => void
  /** Says that it is saved where this field may be gone by then; without it the field says so itself. */
  onSaved?: () => void
}

/** Until when a document is good. It is saved when the field is left. */
export function ExpiryField({ driverId, field, label, day, onChange, onSaved }: ExpiryFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(day ?? '')
  const [state, setState] = useState<'saved' | 'notSaved' | null>(null)
  const [conflict, setConflict] = useState<string | null>(null)
  const [last, setLast] = useState(day)
  /** What was saved when the person began to type, or when they were told of another day. */
  const [seen, setSeen] = useState(day ?? '')
  // Somebody else, or the approval, saved another day; what is typed here and not saved yet stays.
  if (day !== last) {
    setLast(day)
    if (typed === seen) setTyped(day ?? '')
    if (typed === seen || conflict !== null) setSeen(day ?? '')
  }

  async function save() {
    if (typed === seen || (typed !== '' && !isDayKey(typed))) return
    setConflict(null)
    try {
      await saveExpiry({
        _id: driverId,
        expires_on: { [field]: typed || null },
        expected: { [field]: seen || null },
      })
      setSeen(typed)
      if (onSaved) onSaved()
      else setState('saved')
    } catch (error) {
      logFailure('Keeping the expiry of a document', error)
      setState('notSaved')
      if (!isConflict(error)) return
      setConflict(failureReason(error))
      setSeen(day ?? '')
      void refreshResource('drivers')
    }
  }

  return (
    <span className={styles.expiry}>
      <label htmlFor={id}>
        <span aria-hidden="true">{t('documents.expires')}</span>
        <span className="il-visually-hidden">{label}</span>
      </label>
      <Input
        id={id}
        type="date"
        min="2000-01-01"
        max="2100-12-31"
        value={typed}
        status={state === 'notSaved' ? 'error' : ''}
        onChange={(event) => {
          setState(null)
          setConflict(null)
          setTyped(event.target.value)
          if (event.target.value === '' || isDayKey(event.target.value)) onChange?.(event.target.value || null)
        }}
        onBlur={() => void save()}
      />
      <span className={styles.saved} role="status" data-state={state}>
        {state && t(`documents.${state}`)}
        {conflict !== null &&
          ` ${conflict} ${t(day === null ? 'documents.nowNone' : 'documents.now', { day: day ?? '' })}`}
      </span>
    </span>
  )
}
