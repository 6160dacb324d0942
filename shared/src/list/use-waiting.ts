import { useEffect, type RefObject } from 'react'
import { loadingDelayMs } from '../ui/loading-delay.ts'

/**
 * Marks an element with `data-waiting` while something takes longer than a moment. The spinner and the overlay each
 * have a layer in the browser. To make and drop these for an answer that comes at once took most of the frame after a
 * click.
 */
export function useWaiting(element: RefObject<HTMLElement | null>, waits: boolean): void {
  useEffect(() => {
    const { current } = element
    if (!waits || !current) return
    const timer = setTimeout(() => current.toggleAttribute('data-waiting', true), loadingDelayMs)
    return () => {
      clearTimeout(timer)
      current.removeAttribute('data-waiting')
    }
  }, [element, waits])
}
