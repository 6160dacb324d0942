import { useEffect, useState } from 'react'

const batch = 8

type Drawn<Row> = { rows: readonly Row[]; count: number; fresh: number }

/**
 * How many of the rows to draw now: a few new ones at once, the rest in the tasks after, since a hundred in one go would keep the page
 * from answering. Rows that stand already stay; `fresh` counts how often none did, for what may then be thrown away as a whole.
 */
export function useGrowing<Row extends object>(rows: readonly Row[]): { count: number; fresh: number } {
  const [drawn, setDrawn] = useState<Drawn<Row>>({ rows, count: batch, fresh: 0 })
  const { count, fresh } = drawn.rows === rows ? drawn : following(drawn, rows)
  useEffect(() => {
    if (drawn.rows === rows && count >= rows.length) return
    const timer = setTimeout(() => setDrawn({ rows, count: count >= rows.length ? count : count + batch, fresh }))
    return () => clearTimeout(timer)
  }, [rows, drawn.rows, count, fresh])
  return { count, fresh }
}

function following<Row>({ rows, count, fresh }: Drawn<Row>, next: readonly Row[]): { count: number; fresh: number } {
  const before = new Set(rows.slice(0, count))
  const standing = next.filter((row) => before.has(row)).length
  return { count: batch + standing, fresh: standing > 0 ? fresh : fresh + 1 }
}
