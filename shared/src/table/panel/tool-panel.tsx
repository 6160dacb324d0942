import { useCallback, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import type { PanelProps } from './panel.tsx'

const Panel = lazyWithRetry<PanelProps>(
  async () => (await import(/* webpackChunkName: "list-tools" */ './panel.tsx')).Panel,
)

type ToolPanelProps = {
  /** Name of the button and of the panel. */
  label: string
  className: string
  button: ReactNode
  /** `close` gives the focus back to the button. */
  children: (close: () => void) => ReactNode
}

/** A button of a list's tools and the panel that it opens. */
export function ToolPanel({ label, className, button, children }: ToolPanelProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = useCallback((isDone: boolean) => {
    setOpen(false)
    if (isDone) root.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div ref={root} className="il-tool-panel">
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <Panel {...{ id, label, root }} onClose={close}>
          {children}
        </Panel>
      )}
    </div>
  )
}
