import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import * as styles from './popover.module.css'

type PopoverProps = {
  /** Of the panel. */
  className: string | undefined
  buttonClassName?: string | undefined
  /** Name of the button, and of the panel unless `title` says otherwise. */
  label: string
  title?: string
  button: ReactNode
  children: (close: () => void) => ReactNode
}

/**
 * A button and the panel it opens below itself. Escape closes it and gives the focus back; so does a click elsewhere.
 */
export function Popover({ className, buttonClassName = '', label, title = label, button, children }: PopoverProps) {
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

  return (
    <div ref={root} className={styles.popover}>
      <button
        ref={opener}
        type="button"
        className={`${styles.button} ${buttonClassName}`}
        aria-label={label}
        aria-expanded={open}
        aria-haspopup="dialog"
        {...(open && { 'aria-controls': id })}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div id={id} role="dialog" aria-label={title} className={`${styles.panel} ${className}`}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  )
}
