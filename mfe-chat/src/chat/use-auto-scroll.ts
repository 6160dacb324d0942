import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Line } from '../conversation/conversation.ts'

const atBottomWithin = 48

/**
 * Sticks to the bottom of a scroller until the reader leaves it. `leftAt` is the key of the newest line at that moment;
 * null while at the bottom. `onScroll` is for each scroll, `onContentResize` for each change of size inside.
 */
export function useAutoScroll(lines: readonly Line[]) {
  const scroller = useRef<HTMLDivElement>(null)
  const [leftAt, setLeftAt] = useState<string | null>(null)
  // Pixels between the window and the bottom, to be kept while rows find their heights; null when the reader left.
  const below = useRef<number | null>(0)
  const lastKey = useRef('')
  const last = lines.at(-1)

  const onContentResize = useCallback(() => {
    const element = scroller.current
    if (element && below.current !== null)
      element.scrollTo?.({ top: element.scrollHeight - element.clientHeight - below.current })
  }, [])

  const scrollToBottom = useCallback(() => {
    below.current = 0
    onContentResize()
  }, [onContentResize])

  const leaveBottom = useCallback(() => {
    below.current = null
    setLeftAt((before) => before ?? lastKey.current)
  }, [])

  function onScroll() {
    const element = scroller.current
    if (!element) return
    const left = element.scrollHeight - element.scrollTop - element.clientHeight
    below.current = left <= atBottomWithin ? left : null
    setLeftAt((before) => (left <= atBottomWithin ? null : (before ?? last?.key ?? '')))
  }

  useLayoutEffect(() => {
    const justSent =
      last !== undefined && last.key !== lastKey.current && (last.progress === 'waiting' || last.progress === 'sending')
    lastKey.current = last?.key ?? ''
    if (below.current !== null || justSent) scrollToBottom()
  }, [lines, last, scrollToBottom])

  return { scroller, leftAt, onScroll, onContentResize, scrollToBottom, leaveBottom }
}

/**
 * Whether lines were just added above the others: then what is on screen stays where it is, not its distance from the
 * top.
 */
export function useIsPrepended(lines: readonly Line[]): boolean {
  const first = lines[0]?.key
  const count = lines.length
  const [known, setKnown] = useState({ first, count, isPrepended: false })
  if (known.first === first && known.count === count) return known.isPrepended
  const isPrepended = known.first !== first && count > known.count
  setKnown({ first, count, isPrepended })
  return isPrepended
}
