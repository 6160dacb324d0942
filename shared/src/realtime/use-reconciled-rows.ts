import { useCallback, useState } from 'react'
import { reconcile, acceptLatest } from './reconcile.ts'
import type { Latest, RowIdentity, ReconciledRows } from './reconcile.ts'

/**
 * Rows that stay where they are while others change them: a row on screen is brought up to date in its place, and what
 * would move rows is `pending` until `show` is called. `latest` must be the same object until there is something later
 * (useMemo), `identity` always; null while it is on its way.
 */
export function useReconciledRows<Row extends object, Facts>(
  latest: Latest<Row, Facts> | null,
  identity: RowIdentity<Row, Facts>,
): { reconciled: ReconciledRows<Row, Facts> | null; show: () => void } {
  const [reconciled, setReconciled] = useState<ReconciledRows<Row, Facts> | null>(
    () => latest && reconcile(null, latest, identity),
  )
  const now = latest ? reconcile(reconciled, latest, identity) : reconciled
  if (now !== reconciled) setReconciled(now)
  const show = useCallback(
    () => setReconciled((before) => before && acceptLatest(before, before.latest, identity, true)),
    [identity],
  )
  return { reconciled: now, show }
}
