import { useEffect, useMemo, useState } from 'react'
import { finish, inSlices } from './slices.ts'
import type { Asked, Reads, RowIndex } from './memory-rows.ts'
import { indexRows, matchRows } from './memory-rows.ts'

type Matching<Row> = { index: RowIndex<Row>; positions: Uint32Array; asked: Asked<Row> }

/** Up to here all of it takes a few milliseconds. */
const fewRows = 2000

/**
 * Searches, filters and sorts rows here. Many of them take slices of time, so that the page never freezes: until they are done the matching
 * rows are those of before, and `settled` is false. Null rows are none of ours.
 */
export function useMemoryRows<Row extends object>(
  rows: readonly Row[] | null,
  { columns, searchText, createdAt }: Reads<Row>,
  asked: Asked<Row>,
): { matching: Pick<Matching<Row>, 'index' | 'positions'> | null; settled: boolean } {
  const index = useMemo(() => (rows ? indexRows(rows, { columns, searchText, createdAt }) : null), [rows, columns, searchText, createdAt])
  const few = index !== null && index.rows.length <= fewRows
  const now = useMemo(() => (few ? { index, asked, positions: finish(matchRows(index, asked)) } : null), [few, index, asked])
  const [later, setLater] = useState<Matching<Row> | null>(null)

  useEffect(() => {
    if (few || !index) return
    const leaving = new AbortController()
    const match = async () => {
      const positions = await inSlices(matchRows(index, asked), leaving.signal)
      if (!positions) return
      setLater({ index, asked, positions })
      await inSlices(index.prepare(), leaving.signal)
    }
    // What a column's own function throws belongs to whoever catches what its screen throws.
    match().catch((error: unknown) => setLater(() => { throw error }))
    return () => leaving.abort()
  }, [few, index, asked])

  const matching = now ?? (index ? later : null)
  return { matching, settled: matching?.index === index && matching?.asked === asked }
}
