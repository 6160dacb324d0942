import { useId } from 'react'
import type { ReactNode } from 'react'

type RecordSectionProps = {
  title: string
  /** Behind the title, such as how many there are. */
  count?: string | undefined
  /** At the right end of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** One card of a record's page. */
export function RecordSection({ title, count, actions, children }: RecordSectionProps) {
  const titleId = useId()
  return (
    <section className="il-card il-record-section" aria-labelledby={titleId}>
      <div className="il-record-section-head">
        <h2 id={titleId}>{title}</h2>
        {count !== undefined && <span className="il-count">{count}</span>}
        {actions !== undefined && <div className="il-record-acts">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
