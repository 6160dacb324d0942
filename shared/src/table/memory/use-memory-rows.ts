import { useEffect, useMemo, useState } from 'react'
import { finish, inSlices } from './slices.ts'
import type { MemoryQuery, Reads, RowIndex } from './memory-rows.ts'
import { indexRows, matchRows } from './memory-rows.ts'

type Matching<Row> = { index: RowIndex<Row>; positions: Uint32Array; query: MemoryQuery<Row> }

/** Up to here all of it takes a few milliseconds. */
const fewRows = 2000

/**
 * Searches, filters and sorts rows here. Many of them take slices of time, so that the page never freezes: until they
 * are done the matching rows are those of before, and `settled` is false. Null rows are none of ours.
 */
export function useMemoryRows<Row extends object>(
  rows: readonly Row[] | null,
  { columns, searchText, createdAt }: Reads<Row>,
  query: MemoryQuery<Row>,
): { matching: Pick<Matching<Row>, 'index' | 'positions'> | null; settled: boolean } {
  const index = useMemo(
    () => (rows ? indexRows(rows, { columns, searchText, createdAt }) : null),
    [rows, columns, searchText, createdAt],
  )
  const few = index !== null && index.rows.length <= fewRows
  const now = useMemo(
    () => (few ? { index, query, positions: finish(matchRows(index, query)) } : null),
    [few, index, query],
  )
  const [matchedInSlices, setMatchedInSlices] = useState<Matching<Row> | null>(null)

  useEffect(() => {
    if (few || !index) return
    const leaving = new AbortController()
    const match = async () => {
      const positions = await inSlices(matchRows(index, query), leaving.signal)
      if (!positions) return
      setMatchedInSlices({ index, query, positions })
      await inSlices(index.prepare(), leaving.signal)
    }
    // What a column's own function throws belongs to whoever catches what its screen throws.
    match().catch((error: unknown) =>
      setMatchedInSlices(() => {
        throw error
      }),
    )
    return () => leaving.abort()
  }, [few, index, query])

  const matching = now ?? (index ? matchedInSlices : null)
  return { matching, settled: matching?.index === index && matching?.query === query }
}
