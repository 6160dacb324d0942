import { useEffect, type RefObject } from 'react'

/** What comes sooner was not waited for; ms. */
const patience = 120

/**
 * Marks an element with `data-waiting` while something takes longer than a moment. What then turns or lies over the rows has a layer of its own in
 * the browser: to make and drop those for an answer that comes at once was most of the frame after a click.
 */
export function useWaiting(element: RefObject<HTMLElement | null>, waits: boolean): void {
  useEffect(() => {
    const { current } = element
    if (!waits || !current) return
    const timer = setTimeout(() => current.toggleAttribute('data-waiting', true), patience)
    return () => {
      clearTimeout(timer)
      current.removeAttribute('data-waiting')
    }
  }, [element, waits])
}
