import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

// Lists follow each other in the same place: what the last one had the next one begins with, as long as the window keeps its width.
let last: { room: number; window: number } | undefined

/** How many pixels wide an element is, followed as it changes; without bounds where nothing is laid out. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(() => (last?.window === window.innerWidth ? last.room : Infinity))
  useLayoutEffect(() => {
    const { current } = element
    if (!current || typeof ResizeObserver !== 'function') return
    // The observer is told before the first frame is painted; to measure here would lay the page out once more. What it says is drawn in that frame.
    const observer = new ResizeObserver(() => {
      const measured = current.clientWidth || Infinity
      last = { room: measured, window: window.innerWidth }
      flushSync(() => setRoom(measured))
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}
