import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Line } from './conversation.ts'

const atBottomWithin = 48

/**
 * Keeps a scroller at its newest line until the reader leaves it. `leftAt` is the key of the newest line at that moment; null while at
 * the bottom. `follow` is for each scroll, `hold` for each change of size inside.
 */
export function useFollowing(lines: readonly Line[]) {
  const scroller = useRef<HTMLDivElement>(null)
  const [leftAt, setLeftAt] = useState<string | null>(null)
  // Pixels between the window and the bottom, to be kept while rows find their heights; null when the reader left.
  const below = useRef<number | null>(0)
  const lastKey = useRef('')
  const last = lines.at(-1)

  const hold = useCallback(() => {
    const element = scroller.current
    if (element && below.current !== null) element.scrollTo?.({ top: element.scrollHeight - element.clientHeight - below.current })
  }, [])

  const toBottom = useCallback(() => {
    below.current = 0
    hold()
  }, [hold])

  function follow() {
    const element = scroller.current
    if (!element) return
    const left = element.scrollHeight - element.scrollTop - element.clientHeight
    below.current = left <= atBottomWithin ? left : null
    setLeftAt((before) => (left <= atBottomWithin ? null : (before ?? last?.key ?? '')))
  }

  useLayoutEffect(() => {
    const justSent = last !== undefined && last.key !== lastKey.current && (last.progress === 'waiting' || last.progress === 'sending')
    lastKey.current = last?.key ?? ''
    if (below.current !== null || justSent) toBottom()
  }, [lines, last, toBottom])

  return { scroller, leftAt, follow, hold, toBottom }
}
