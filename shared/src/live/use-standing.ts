import { useCallback, useState } from 'react'
import { follow, take } from './standing.ts'
import type { Latest, Reads, Standing } from './standing.ts'

/**
 * Rows that stay where they are while others change them: a row on screen is brought up to date in its place, and what would move rows
 * is `news` until `show` is called. `latest` must be the same object until there is something later (useMemo), `reads` always; null while
 * it is on its way.
 */
export function useStanding<Row extends object, Facts>(latest: Latest<Row, Facts> | null, reads: Reads<Row, Facts>): { standing: Standing<Row, Facts> | null; show: () => void } {
  const [standing, setStanding] = useState<Standing<Row, Facts> | null>(() => latest && follow(null, latest, reads))
  const now = latest ? follow(standing, latest, reads) : standing
  if (now !== standing) setStanding(now)
  const show = useCallback(() => setStanding((before) => before && take(before, before.latest, reads, true)), [reads])
  return { standing: now, show }
}
