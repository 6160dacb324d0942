import type { ReactNode } from 'react'
import { Icon } from '@interline/shared/ui'
import { useTabTitle } from '../errors/tab-title.ts'
import * as styles from './remote.module.css'

/** Shown instead of a screen that a release manager switched off, or that this person may not open. */
export function ClosedScreen({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  useTabTitle(title)
  return (
    <section className={`il-card il-state ${styles.failed}`} aria-labelledby="il-closed-screen">
      <span className="il-state-stop" aria-hidden="true">
        <Icon id="lock" size={22} />
      </span>
      <h1 id="il-closed-screen">{title}</h1>
      <p className="il-state-text">{text}</p>
      {children}
    </section>
  )
}
