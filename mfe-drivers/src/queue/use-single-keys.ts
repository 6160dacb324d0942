import { useEffect, useRef } from 'react'
import { usePreferences } from '@interline/shared/session'

/**
 * Acts under single keys, while nothing is typed and no dialog is open. With a modifier, where somebody else took the
 * key, or with single keys switched off, nothing happens.
 */
export function useSingleKeys(keys: Readonly<Record<string, () => unknown>>, isWanted: boolean): void {
  const isOn = usePreferences(({ singleKeys }) => singleKeys) && isWanted
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || hasDialog()) return
      const act = latest.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null)

/** A dialog that was closed may still be in the page, hidden. */
const hasDialog = () =>
  [...document.querySelectorAll('[role="dialog"], dialog[open]')].some(
    (dialog) => typeof dialog.checkVisibility !== 'function' || dialog.checkVisibility(),
  )
