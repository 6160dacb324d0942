import { useEffect, useLayoutEffect, useRef } from 'react'
import { isWriting } from '../../ui/is-writing.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')

/** Calls `act` for an Escape that is meant for the screen: not for a dialog over it, nor for a field. */
export function useEscape(act: () => void): void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isWriting(event) || isTyping(event.target)) return
      if (event.target instanceof HTMLElement && event.target.closest('[role="dialog"]')) return
      // The browser closes an open panel of a Popover after this, and the button of the panel may have the focus.
      if (document.querySelector('[popover] [role="dialog"]')) return
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
