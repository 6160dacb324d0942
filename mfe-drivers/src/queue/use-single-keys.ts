import { useEffect, useRef } from 'react'

/**
 * Acts under single keys, while nothing is typed and no dialog is open. With a modifier, or where somebody else took
 * the key, nothing happens.
 */
export function useSingleKeys(keys: Readonly<Record<string, () => unknown>>, isOn: boolean): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]:not([hidden]), dialog[open]')) return
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
