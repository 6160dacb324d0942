import { useEffect, useRef } from 'react'
import type { MountedScreen } from './mounted-screens.ts'
import { lastFocus } from './where-left.ts'

const timeoutMs = 10_000

/**
 * After each change of screen, moves the focus to where it was in that screen; in a new one to its heading, as soon as
 * that is on screen, unless the screen or the person put it elsewhere.
 */
export function useScreenFocus(pathname: string, shown: MountedScreen | undefined) {
  const before = useRef(pathname)
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const main = document.getElementById('main')
    if (!main) return
    const stop = () => {
      watch.disconnect()
      stopWaiting()
      clearTimeout(timer)
    }
    const from = document.activeElement
    const hasFocus = () => main.contains(document.activeElement) && document.activeElement !== main
    const tryNow = () => {
      // The person has gone to another control meanwhile, such as a search, and may be typing there.
      if (![from, main, document.body].includes(document.activeElement) && !hasFocus()) return stop()
      if (!hasFocus() && latest.current) lastFocus(latest.current)?.focus({ preventScroll: true })
      if (hasFocus()) return stop()
      const heading = main.querySelector('h1')
      if (!heading) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      stop()
    }
    const watch = new MutationObserver(tryNow)
    const timer = setTimeout(stop, timeoutMs)
    // To focus asks for all styles and the layout, and changes some: that is no part of the frame with the new screen.
    const stopWaiting = afterFrame(() => {
      watch.observe(main, { childList: true, subtree: true })
      tryNow()
    })
    return stop
  }, [pathname])
}

/** Calls `act` once the next frame is drawn, in a tab in the background soon. */
function afterFrame(act: () => void): () => void {
  let timer = setTimeout(act, 250)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
