import { useLayoutEffect, useMemo, useState } from 'react'
import type { RefObject } from 'react'
import type { Column } from '../column.ts'

type Lines = { queryHash: string; ids: readonly string[]; keys: readonly number[]; made: number }

/**
 * The id of each row and the React key of its line, in their order. While the query is the same a line stays with its
 * row. The rows of another query (page, order, search) take over the lines that are there, by their place: to fill a
 * line anew costs a part of what it costs to make one. `rows` must be the same array until there are other rows.
 */
export function useLines(queryHash: string, rows: readonly object[], body: RefObject<HTMLElement | null>) {
  const ids = useMemo(() => rowKeys(rows), [rows])
  const [lines, setLines] = useState<Lines>(() => follow({ queryHash, ids: [], keys: [], made: 0 }, queryHash, ids))
  useLayoutEffect(() => {
    // A control with the focus belongs to another row now: the next key press must not reach it.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && body.current?.contains(activeElement)) activeElement.blur()
  }, [queryHash, body])
  if (lines.queryHash === queryHash && lines.ids === ids) return { ids, keys: lines.keys }
  const next = follow(lines, queryHash, ids)
  setLines(next)
  return { ids, keys: next.keys }
}

function follow(before: Lines, queryHash: string, ids: readonly string[]): Lines {
  let { made } = before
  const keyOf = new Map(before.ids.map((id, at) => [id, before.keys[at]]))
  const keys = ids.map((id, at) => (before.queryHash === queryHash ? keyOf.get(id) : before.keys[at]) ?? made++)
  return { queryHash, ids, keys, made }
}

/** A key for each row, in their order: its `_id`, or its place where a backend repeats one or has none. */
function rowKeys(rows: readonly object[]): string[] {
  const taken = new Set<string>()
  return rows.map((row, at) => {
    const id: unknown = '_id' in row ? row._id : undefined
    const key = typeof id === 'string' && id !== '' && !taken.has(id) ? id : `row-${at}`
    taken.add(key)
    return key
  })
}

/** A line may get another row: then only a stateless cell keeps its elements, any other one is made anew as a whole. */
export const cellKey = <Row>({ key, stateless }: Column<Row>, id: string): string => (stateless ? key : `${key} ${id}`)
