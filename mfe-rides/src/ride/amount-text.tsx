import type { CSSProperties } from 'react'
import { formatAmount } from '@interline/shared/i18n'
import * as styles from './ride.module.css'

/** A number is never broken: one that is longer than its column is written smaller. */
export function AmountText({ value }: { value: unknown }) {
  const text = formatAmount(value)
  const [number = ''] = text.split(' ')
  if (number.length < 8) return text
  return (
    <span className={styles.amount} style={{ '--il-digits': number.length } as CSSProperties}>
      <span>{text}</span>
    </span>
  )
}
