import { useEffect } from 'react'
import type { ReactNode, RefObject } from 'react'
import './panel.css'

export type PanelProps = {
  id: string
  label: string
  /** Around the button and the panel. */
  root: RefObject<HTMLElement | null>
  /** `isDone`: the focus goes back to the button. */
  onClose: (isDone: boolean) => void
  children: (close: () => void) => ReactNode
}

/** What a button of a list's tools opens; Escape and a click elsewhere close it. */
export function Panel({ id, label, root, onClose, children }: PanelProps) {
  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) onClose(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose(true)
    }
    const types = ['pointerdown', 'focusin'] as const
    for (const type of types) document.addEventListener(type, outside)
    document.addEventListener('keydown', escape)
    return () => {
      for (const type of types) document.removeEventListener(type, outside)
      document.removeEventListener('keydown', escape)
    }
  }, [root, onClose])
  return (
    <div id={id} role="dialog" aria-label={label} className="il-panel">
      {children(() => onClose(true))}
    </div>
  )
}
