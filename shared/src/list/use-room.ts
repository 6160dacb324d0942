import { useLayoutEffect, useState, type RefObject } from 'react'

/** How many pixels wide an element is, followed as it changes; without bounds where nothing is laid out. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(() => {
    const { current } = element
    if (!current || typeof ResizeObserver !== 'function') return
    const measure = () => setRoom(current.clientWidth || Infinity)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}
