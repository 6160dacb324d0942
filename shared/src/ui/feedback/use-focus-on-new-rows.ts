import { useEffect, useRef, useState } from 'react'

/**
 * For a button that loads more rows, which may go with the last of them: the focus goes on with the first row that
 * came, unless it went elsewhere.
 * @param count of the rows that are drawn.
 * @returns `list`, the ref of the element whose children are the rows; the button may be in its parent. `focusOn`, to
 * be called when rows came, with how many there were before; with null when none came.
 */
export function useFocusOnNewRows<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null)
  const [before, focusOn] = useState<number | null>(null)
  useEffect(() => {
    const next = before === null ? null : list.current?.children[before]
    if (!(next instanceof HTMLElement)) return
    focusOn(null)
    const at = document.activeElement
    if (at !== document.body && !list.current?.parentElement?.contains(at)) return
    next.tabIndex = -1
    next.focus({ preventScroll: true })
  }, [before, count])
  return { list, focusOn }
}
