import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import './pop-panel.css'

type PopPanelProps = {
  className: string
  /** Name of the button, and of the panel unless `title` says otherwise. */
  label: string
  title?: string
  button: ReactNode
  children: (close: () => void) => ReactNode
  onOpen?: () => void
}

/** A button and the panel it opens below itself. Escape closes it and gives the focus back; so does a click elsewhere. */
export function PopPanel({ className, label, title = label, button, children, onOpen }: PopPanelProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setOpen(false)
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])

  const toggle = () => {
    if (!open) onOpen?.()
    setOpen(!open)
  }
  return (
    <div ref={root} className="il-pop">
      <button
        ref={opener}
        type="button"
        className={`il-pop-button ${className}-button`}
        aria-label={label}
        aria-expanded={open}
        aria-haspopup="dialog"
        {...(open && { 'aria-controls': id })}
        onClick={toggle}
      >
        {button}
      </button>
      {open && (
        <div id={id} role="dialog" aria-label={title} className={`il-pop-panel ${className}`}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  )
}
