import { useCallback, useState } from 'react'
import { replaceEqualDeep } from '@tanstack/react-query'

/** Why rows came: nobody asked (`live`), after a change made here (`own`), or the reader asked for them. */
export type Cause = 'requested' | 'own' | 'live'

/**
 * `new`: so many rows came that belong above what is read; `moved`: the rows are no longer those, or not in that order.
 */
export type PendingChanges = { kind: 'new' | 'moved'; count: number }

export type Latest<Row, Facts> = {
  /** The query that these rows answer; rows of another one are taken as they come. */
  queryHash: string
  rows: readonly Row[]
  /** Facts that are shown beside the rows, and are replaced together with them. */
  facts: Facts
  cause: Cause
  /** A row as it is now that is not among `rows` any more. */
  find?: (id: string) => Row | undefined
}

/** The list on screen: rows that stay where they are, whatever comes, until the reader wants the latest. */
export type ReconciledRows<Row, Facts> = {
  latest: Latest<Row, Facts>
  rows: readonly Row[]
  facts: Facts
  /** How often each row changed while it was shown, by id. */
  changes: ReadonlyMap<string, number>
  /** How the latest differs from what is shown; null when it does not. */
  pending: PendingChanges | null
}

export type RowIdentity<Row, Facts> = {
  /** Null for a row without an id: it stays as it is. */
  idOf: (row: Row) => string | null
  pendingOf: (shown: readonly Row[], facts: Facts, latest: Latest<Row, Facts>) => PendingChanges
}

const noChanges: ReadonlyMap<string, number> = new Map()

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

/**
 * The list to show once `latest` is known. It is the same object when nothing is to be drawn again, and equal rows stay
 * the same objects.
 */
export function reconcile<Row extends object, Facts>(
  now: ReconciledRows<Row, Facts> | null,
  latest: Latest<Row, Facts>,
  identity: RowIdentity<Row, Facts>,
): ReconciledRows<Row, Facts> {
  if (now?.latest === latest) return now
  if (!now || now.latest.queryHash !== latest.queryHash || latest.cause === 'requested')
    return acceptLatest(now, latest, identity)
  if (replaceEqualDeep(now.rows, latest.rows) === now.rows)
    return { ...now, latest, facts: latest.facts, pending: null }

  const fresh = byId(latest.rows, identity)
  const changes = new Map(now.changes)
  const rows = now.rows.map((row) => {
    const id = identity.idOf(row)
    const found = id === null ? undefined : (fresh.get(id) ?? latest.find?.(id))
    if (id === null || found === undefined) return row
    const merged = replaceEqualDeep(row, found) as Row
    if (merged !== row && latest.cause === 'live') changes.set(id, (changes.get(id) ?? 0) + 1)
    return merged
  })
  const ids = rows.map(identity.idOf)
  const isSame =
    rows.length <= latest.rows.length &&
    ids.every((id, at) => id !== null && id === identity.idOf(latest.rows[at] as Row))
  if (isSame) return { ...acceptLatest({ ...now, rows }, latest, identity), changes }
  const pending = identity.pendingOf(rows, now.facts, latest)
  if (latest.cause === 'own' && pending.kind !== 'new') return acceptLatest(now, latest, identity)
  return { ...now, latest, changes, pending, rows: rows.every((row, at) => row === now.rows[at]) ? now.rows : rows }
}

/** Shows the latest rows; `greet` marks the rows that were not shown before as changed. */
export function acceptLatest<Row extends object, Facts>(
  now: ReconciledRows<Row, Facts> | null,
  latest: Latest<Row, Facts>,
  identity: RowIdentity<Row, Facts>,
  greet = false,
): ReconciledRows<Row, Facts> {
  const before = byId(now?.rows ?? [], identity)
  const changes = new Map<string, number>()
  const rows = latest.rows.map((row) => {
    const id = identity.idOf(row)
    const known = id === null ? undefined : before.get(id)
    if (id !== null && known === undefined && greet) changes.set(id, 1)
    return known === undefined ? row : (replaceEqualDeep(known, row) as Row)
  })
  return { latest, facts: latest.facts, rows, changes: changes.size > 0 ? changes : noChanges, pending: null }
}

function byId<Row extends object>(
  rows: readonly Row[],
  { idOf }: Pick<RowIdentity<Row, never>, 'idOf'>,
): Map<string, Row> {
  return new Map(
    rows.flatMap((row) => {
      const id = idOf(row)
      return id === null ? [] : [[id, row] as const]
    }),
  )
}
