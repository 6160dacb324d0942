import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type RegionEmptyProps = { title: string; text?: string; icon?: string; action?: ReactNode }

/** What a region shows when there is nothing to show. */
export function RegionEmpty({ title, text, icon = 'search', action }: RegionEmptyProps) {
  return (
    <div className="il-region" role="status">
      <span className="il-region-stop" aria-hidden="true">
        <Icon id={icon} size={22} />
      </span>
      <p className="il-region-title">{title}</p>
      {text !== undefined && <p className="il-region-text">{text}</p>}
      {action}
    </div>
  )
}
