import { useId, useRef, useState } from 'react'
import { isConflict, useChange } from '@interline/shared/api'
import { type DriverFileField, isDayKey } from '@interline/shared/contract'
import { failureReason, Input, type InputRef } from '@interline/shared/ui'
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

/** A text that was typed, and the one that it takes the place of, as the person saw it. */
type Draft = { text: string; seen: string }

/** Until when a document is good. It is saved when the field is left. */
export function ExpiryField({ driverId, field, label, day, onChange, onSaved }: ExpiryFieldProps) {
  const id = useId()
  const saved = day ?? ''
  const [draft, setDraft] = useState<(Draft & { over: string }) | null>(null)
  const input = useRef<InputRef>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const { make, isPending, payload, error, reset } = useChange<Draft>({
    what: 'Keeping the expiry of a document',
    send: ({ text, seen }) =>
      saveExpiry({ _id: driverId, expires_on: { [field]: text || null }, expected: { [field]: seen || null } }),
    reloads: ['drivers'],
    onMade(_, { text }) {
      setDraft({ text, seen: text, over: saved })
      onSaved?.()
    },
  })
  const conflict = isConflict(error)
  // Somebody else, or the approval, saved another day; what is typed here and not saved yet stays.
  const own = draft && (draft.text !== draft.seen || draft.over === saved) ? draft : null
  const text = own?.text ?? saved
  const seen = conflict ? saved : (own?.seen ?? saved)
  // A date that is half entered has the value of none. antd's event has a copy of the field, which knows nothing of it.
  const isHalf = () => input.current?.input?.validity.badInput === true
  const isDay = text === '' || isDayKey(text)
  const state =
    error !== null ? 'notSaved' : isIncomplete ? 'incomplete' : payload && !isPending && !onSaved ? 'saved' : null

  return (
    <span className={styles.expiry}>
      <label htmlFor={id}>
        <span aria-hidden="true">{t('documents.expires')}</span>
        <span className="il-visually-hidden">{label}</span>
      </label>
      <Input
        ref={input}
        id={id}
        type="date"
        min="2000-01-01"
        max="2100-12-31"
        value={text}
        readOnly={isPending}
        status={error !== null || isIncomplete ? 'error' : ''}
        aria-invalid={isIncomplete}
        aria-describedby={isIncomplete ? `${id}-state` : undefined}
        onChange={({ target: { value } }) => {
          reset()
          setIncomplete(false)
          setDraft({ text: value, seen, over: saved })
          // A day that was reported before it was broken off no longer holds.
          if (isHalf()) onChange?.(day)
          else if (value === '' || isDayKey(value)) onChange?.(value || null)
        }}
        data-blank={text === ''}
        onBlur={() => {
          setIncomplete(isHalf())
          if (!isHalf() && text !== seen && isDay) make({ text, seen })
        }}
      />
      <span id={`${id}-state`} className={styles.saved} role="status" data-state={state}>
        {state && <span>{t(`documents.${state}`)}</span>}
        {conflict && (
          <span>{` ${failureReason(error)} ${t(day === null ? 'documents.nowNone' : 'documents.now', { day: saved })}`}</span>
        )}
      </span>
    </span>
  )
}
