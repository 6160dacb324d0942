import { useEffect, useRef } from 'react'
import { textOf } from '@interline/shared/api'
import { trimmed, visible, reasonMaxLength } from '@interline/shared/contract'
import { t } from '../messages.ts'
import { shortcomingsText } from '../shortcomings.ts'
import * as styles from './verify.module.css'

/** The objections to an approval. */
export const ShortcomingsLine = ({ of }: { of: readonly string[] }) => <p className="il-note">{shortcomingsText(of)}</p>

type ReasonFormProps = { id: string; shortcomings: readonly string[]; onSubmit?: (reason: string) => void }

/** The objections to an approval, and the field for why it is given all the same. */
export function ReasonForm({ id, shortcomings, onSubmit }: ReasonFormProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Not at once: a dialog that opens takes the focus to itself.
    const soon = setTimeout(() => field.current?.focus())
    return () => clearTimeout(soon)
  }, [])
  return (
    <form
      id={id}
      className={styles.reason}
      onSubmit={(event) => {
        event.preventDefault()
        const reason = reasonIn(id)
        if (reason !== '') onSubmit?.(reason)
      }}
    >
      <ShortcomingsLine of={shortcomings} />
      <label htmlFor={`${id}-field`}>{t('shortcomings.reason')}</label>
      <input
        ref={field}
        id={`${id}-field`}
        className="il-input"
        name="reason"
        autoComplete="off"
        required
        pattern={`.*${visible}.*`}
        maxLength={reasonMaxLength}
      />
    </form>
  )
}

const formOf = (id: string) => document.getElementById(id) as HTMLFormElement

/** The reason in the field of that form now. */
export const reasonIn = (id: string): string => trimmed(textOf(new FormData(formOf(id)).get('reason')))

/** As Enter in its field does: the browser says so where it is empty. */
export const submitReason = (id: string): void => formOf(id).requestSubmit()
