import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type EmptyStateProps = { title: string; text?: string; icon?: string; action?: ReactNode }

/** A list or card shows this when it has no data. */
export function EmptyState({ title, text, icon = 'search', action }: EmptyStateProps) {
  return (
    <div className="il-state" role="status">
      <span className="il-state-stop" aria-hidden="true">
        <Icon id={icon} size={22} />
      </span>
      <p className="il-state-title">{title}</p>
      {text !== undefined && <p className="il-state-text">{text}</p>}
      {action}
    </div>
  )
}
