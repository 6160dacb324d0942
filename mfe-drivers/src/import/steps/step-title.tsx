import type { ReactNode } from 'react'
import * as styles from '../import.module.css'

/** The heading of a step and what it is about; the focus goes to the heading when the step is shown. */
export function StepTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.title}>
      <h2 tabIndex={-1}>{title}</h2>
      {children}
    </header>
  )
}
