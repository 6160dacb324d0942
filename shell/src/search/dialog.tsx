import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { closeDialog } from '../open-dialog.ts'
import * as styles from './dialog.module.css'

type DialogProps = {
  label: string
  className?: string | undefined
  /** This element has the focus first; else the browser decides. */
  first?: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * The browser's own modal dialog: it keeps the focus inside, closes with Escape and gives the focus back. It needs
 * none of the code for forms, which may not be there yet.
 */
export function Dialog({ label, className = '', first, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the dialog is gone: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    first?.current?.focus()
    return () => shown?.close()
  }, [first])
  return (
    <dialog
      ref={dialog}
      className={`il-floating ${styles.dialog} ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        closeDialog()
      }}
      onMouseDown={({ target, currentTarget }) => target === currentTarget && closeDialog()}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  )
}
