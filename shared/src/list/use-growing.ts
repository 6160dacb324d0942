import { useEffect, useMemo, useState } from 'react'

/** Milliseconds that drawing a few rows may take, and again the frame with them, so that the page answers in between. */
const budget = 20
const fewest = 3
const most = 16
/** So many new rows stand in the first frame; from then on it is known how fast this machine draws them. */
const first = 4

/** A row to draw. `at` is its place; null when it is no longer among the rows or its turn has not come, and it is only not taken down: it is hidden. */
export type Growth<Row> = { key: string; row: Row; at: number | null }

type Drawn<Row> = {
  keys: readonly string[]
  rows: readonly Row[]
  count: number
  /** How many rows to draw next. */
  step: number
  /** Rows that stood and are not among those drawn, or not yet, each with the key of the row after it that is; null when none is. */
  left: readonly { key: string; row: Row; before: string | null }[]
  /** When it was asked to be drawn; null for what came with other rows. */
  since: number | null
}

/**
 * Which rows to draw now: a few new ones at once, the others in the frames after, and then those that left are taken down likewise, since a
 * hundred in one go would keep the page from answering. Rows that stand already stay, with what is done in them. `keys` are those of `rows`,
 * the same array until there are others.
 */
export function useGrowing<Row>(keys: readonly string[], rows: readonly Row[]): { lines: readonly Growth<Row>[]; count: number } {
  const [drawn, setDrawn] = useState<Drawn<Row>>(() => ({ keys, rows, count: first, step: first, left: [], since: null }))
  const now = drawn.keys === keys ? drawn : following(drawn, keys, rows)
  if (now !== drawn) setDrawn(now)
  const lines = useMemo(() => linesOf(now), [now])
  useEffect(() => {
    const { count, step, left, since } = now
    if (count >= keys.length && left.length === 0) return
    const drawing = since === null ? 0 : performance.now() - since
    return afterFrame((framing) => {
      const cost = Math.max(drawing, framing, 1)
      const affordable = Math.round(Math.max(fewest, Math.min(most, step + 3, (step * budget) / cost)))
      const next = { ...now, step: affordable, since: performance.now() }
      setDrawn(count < keys.length ? { ...next, count: count + affordable } : { ...next, left: left.slice(affordable) })
    })
  }, [now, keys])
  return { lines, count: now.count }
}

function following<Row>(drawn: Drawn<Row>, keys: readonly string[], rows: readonly Row[]): Drawn<Row> {
  const stood = new Set(drawn.keys.slice(0, drawn.count))
  const tooMany = keys.filter((key) => !stood.has(key))[first]
  const count = tooMany === undefined ? keys.length : keys.indexOf(tooMany)
  const shown = new Set(keys.slice(0, count))
  const wanted = new Set(keys)
  const left: Drawn<Row>['left'][number][] = []
  let before: string | null = null
  for (const { key, row } of linesOf(drawn).toReversed()) {
    if (shown.has(key)) before = key
    else left.push({ key, row, before })
  }
  const kept = left.length > first ? left.reverse() : left.reverse().filter(({ key }) => wanted.has(key))
  return { keys, rows, count, step: first, left: kept, since: null }
}

/** Rows that left stay where they were among the others: moved, they would have to be laid out again. */
function linesOf<Row>({ keys, rows, count, left }: Drawn<Row>): Growth<Row>[] {
  const hidden = new Map<string | null, Growth<Row>[]>()
  const shown = new Set(keys.slice(0, count))
  for (const { key, row, before } of left) {
    if (shown.has(key)) continue
    const place = before !== null && shown.has(before) ? before : null
    const there = hidden.get(place)
    if (there) there.push({ key, row, at: null })
    else hidden.set(place, [{ key, row, at: null }])
  }
  const lines = rows.slice(0, count).flatMap((row, at) => {
    const key = keys[at] ?? ''
    return [...(hidden.get(key) ?? []), { key, row, at }]
  })
  return [...lines, ...(hidden.get(null) ?? [])]
}

/** Calls `act` once the next frame is drawn, with the milliseconds that it took; a tab in the background draws none, and is not waited for. */
function afterFrame(act: (took: number) => void): () => void {
  let timer = setTimeout(() => act(0), 250)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    const began = performance.now()
    timer = setTimeout(() => act(performance.now() - began))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
