import { useEffect, useRef, useState } from 'react'
import { lazyWithRetry } from '@interline/shared/ui'
import { afterFirstScreen, savesData } from '../page/when-idle.ts'
import { isMac } from '../page/is-mac.ts'
import { useOpenDialog } from '../page/open-dialog.ts'
import type { ShortcutsProps } from './shortcuts.tsx'

const Shortcuts = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "shortcuts" */ './shortcuts.tsx')).Shortcuts,
  { isQuiet: true },
)

/**
 * Shortcuts and the search over everything, once the first screen stands or somebody wants them before that; only then
 * for who saves data.
 */
export function ShortcutsLater(props: Omit<ShortcutsProps, 'takeOver'>) {
  const isOpen = useOpenDialog(({ name }) => name !== null)
  const [isWanted, setWanted] = useState(false)
  const takeOver = useRef<() => KeyboardEvent[]>(() => [])
  useEffect(() => {
    const pressed: KeyboardEvent[] = []
    const wait = (event: KeyboardEvent) => {
      // The browser would go to its own search before the code is there.
      if (event.key === 'k' && (isMac ? event.metaKey : event.ctrlKey)) event.preventDefault()
      pressed.push(event)
      setWanted(true)
    }
    const leave = () => document.removeEventListener('keydown', wait)
    document.addEventListener('keydown', wait)
    takeOver.current = () => {
      leave()
      return pressed
    }
    const stop = savesData() ? () => undefined : afterFirstScreen(() => setWanted(true))
    return () => {
      stop()
      leave()
    }
  }, [])
  return isWanted || isOpen ? <Shortcuts {...props} takeOver={takeOver} /> : null
}
