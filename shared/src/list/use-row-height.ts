import { useEffect, useState, type RefObject } from 'react'

/** What a row takes at least (list.css). */
const least = 52

// Lists follow each other, and most have rows of the same height: what the last one had the next one begins with.
let last = least

/** How many pixels high the first row of a table is: as high as that are those taken to be that were not in sight yet. `keys` are another array when it may be another row. */
export function useRowHeight(ground: RefObject<HTMLElement | null>, keys: readonly string[]): number {
  const [height, setHeight] = useState(last)
  useEffect(() => {
    const row = ground.current?.querySelector('.il-row')
    if (!row || typeof ResizeObserver !== 'function') return
    const observer = new ResizeObserver(([entry]) => {
      last = entry?.borderBoxSize[0]?.blockSize || least
      setHeight(last)
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [ground, keys])
  return height
}
