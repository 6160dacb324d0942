import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

type Lines = { view: string; ids: readonly string[]; keys: readonly number[]; made: number }

/**
 * The React key of each row's line, in their order. While the view is the same a line stays with its row. The rows of
 * another view (page, order, search) take over the lines that are there, by their place: to fill a line anew costs a
 * part of what it costs to make one. `ids` must be the same array until there are other rows.
 */
export function useLines(view: string, ids: readonly string[], body: RefObject<HTMLElement | null>) {
  const [lines, setLines] = useState<Lines>(() => follow({ view, ids: [], keys: [], made: 0 }, view, ids))
  useLayoutEffect(() => {
    // A control with the focus belongs to another row now: the next key press must not reach it.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && body.current?.contains(activeElement)) activeElement.blur()
  }, [view, body])
  if (lines.view === view && lines.ids === ids) return lines.keys
  const next = follow(lines, view, ids)
  setLines(next)
  return next.keys
}

function follow(before: Lines, view: string, ids: readonly string[]): Lines {
  let { made } = before
  const keyOf = new Map(before.ids.map((id, at) => [id, before.keys[at]]))
  const keys = ids.map((id, at) => (before.view === view ? keyOf.get(id) : before.keys[at]) ?? made++)
  return { view, ids, keys, made }
}
