import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** How many pixels wide an element is, followed as it changes; without bounds where nothing is laid out. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(() => {
    const { current } = element
    if (!current || typeof ResizeObserver !== 'function') return
    // The observer is told before the first frame is painted; to measure here would lay the page out once more. What it says is drawn in that frame.
    const observer = new ResizeObserver(() => flushSync(() => setRoom(current.clientWidth || Infinity)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}
