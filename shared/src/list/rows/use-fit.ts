import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Column } from '../column.ts'
import { sumOf, tightOf, widthOf } from './column-layout.ts'

/** How a table fits its width: with its columns' widths, with the tight ones, or with the tight ones and scrolling. */
export type Fit = 'wide' | 'tight' | 'scrolls'

// Lists follow each other in the same place: what the last one had the next one begins with, as long as the window
// keeps its width.
let last: { room: number; window: number } | undefined

/**
 * Updated when the width changes; `wide` where there is no layout. `columns` must stay the same array until there are
 * others.
 */
export function useFit<Row>(ground: RefObject<HTMLElement | null>, columns: readonly Column<Row>[]): Fit {
  const [fit, setFit] = useState(() => fitIn(last?.window === window.innerWidth ? last.room : Infinity, columns))
  const drawn = useRef(fit)
  useLayoutEffect(() => {
    if (!ground.current || typeof ResizeObserver !== 'function') return
    // The observer is called before the first frame is painted, and its result is drawn in that frame. Measuring here
    // would cost one more layout.
    const observer = new ResizeObserver(([entry]) => {
      const room = entry?.contentRect.width || Infinity
      last = { room, window: window.innerWidth }
      const found = fitIn(room, columns)
      if (found === drawn.current) return
      drawn.current = found
      flushSync(() => setFit(found))
    })
    observer.observe(ground.current)
    return () => observer.disconnect()
  }, [ground, columns])
  return fit
}

function fitIn<Row>(room: number, columns: readonly Column<Row>[]): Fit {
  if (room >= sumOf(columns, widthOf)) return 'wide'
  return room >= sumOf(columns, tightOf) ? 'tight' : 'scrolls'
}
