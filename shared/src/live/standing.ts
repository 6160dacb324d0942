import { replaceEqualDeep } from '@tanstack/react-query'

/** Why rows came: nobody asked (`live`), after a change made here (`own`), or the reader asked for them. */
export type Cause = 'asked' | 'own' | 'live'

/** `new`: so many rows came that belong above what is read; `moved`: the rows are no longer those, or not in that order. */
export type News = { kind: 'new' | 'moved'; count: number }

export type Latest<Row, Facts> = {
  /** Which list this is; of another one the rows are taken as they come. */
  view: string
  rows: readonly Row[]
  /** What is said beside the rows, and stands and falls with them. */
  facts: Facts
  cause: Cause
  /** A row as it is now that is not among `rows` any more. */
  find?: (id: string) => Row | undefined
}

/** What is on screen: rows that stay where they are, whatever comes, until the reader wants the latest. */
export type Standing<Row, Facts> = {
  latest: Latest<Row, Facts>
  rows: readonly Row[]
  facts: Facts
  /** How often each row changed while it stood there, by id. */
  changes: ReadonlyMap<string, number>
  /** How the latest differs from what stands; null when it does not. */
  news: News | null
}

export type Reads<Row, Facts> = {
  /** Null for a row without an id: it stays as it is. */
  idOf: (row: Row) => string | null
  newsOf: (shown: readonly Row[], facts: Facts, latest: Latest<Row, Facts>) => News
}

const noChanges: ReadonlyMap<string, number> = new Map()

/** What stands once `latest` is known. The same object when nothing is to be drawn anew; rows that are equal stay the same objects. */
export function follow<Row extends object, Facts>(now: Standing<Row, Facts> | null, latest: Latest<Row, Facts>, reads: Reads<Row, Facts>): Standing<Row, Facts> {
  if (now?.latest === latest) return now
  if (!now || now.latest.view !== latest.view || latest.cause === 'asked') return take(now, latest, reads)
  if (replaceEqualDeep(now.rows, latest.rows) === now.rows) return { ...now, latest, facts: latest.facts, news: null }

  const fresh = byId(latest.rows, reads)
  const changes = new Map(now.changes)
  const rows = now.rows.map((row) => {
    const id = reads.idOf(row)
    const found = id === null ? undefined : (fresh.get(id) ?? latest.find?.(id))
    if (id === null || found === undefined) return row
    const kept = replaceEqualDeep(row, found) as Row
    if (kept !== row && latest.cause === 'live') changes.set(id, (changes.get(id) ?? 0) + 1)
    return kept
  })
  const ids = rows.map(reads.idOf)
  const isSame = rows.length <= latest.rows.length && ids.every((id, at) => id !== null && id === reads.idOf(latest.rows[at] as Row))
  if (isSame) return { ...take({ ...now, rows }, latest, reads), changes }
  const news = reads.newsOf(rows, now.facts, latest)
  if (latest.cause === 'own' && news.kind !== 'new') return take(now, latest, reads)
  return { ...now, latest, changes, news, rows: rows.every((row, at) => row === now.rows[at]) ? now.rows : rows }
}

/** The latest itself; `greet` marks the rows that did not stand before as changed. */
export function take<Row extends object, Facts>(now: Standing<Row, Facts> | null, latest: Latest<Row, Facts>, reads: Reads<Row, Facts>, greet = false): Standing<Row, Facts> {
  const before = byId(now?.rows ?? [], reads)
  const changes = new Map<string, number>()
  const rows = latest.rows.map((row) => {
    const id = reads.idOf(row)
    const known = id === null ? undefined : before.get(id)
    if (id !== null && known === undefined && greet) changes.set(id, 1)
    return known === undefined ? row : (replaceEqualDeep(known, row) as Row)
  })
  return { latest, facts: latest.facts, rows, changes: changes.size > 0 ? changes : noChanges, news: null }
}

function byId<Row extends object>(rows: readonly Row[], { idOf }: Pick<Reads<Row, never>, 'idOf'>): Map<string, Row> {
  return new Map(rows.flatMap((row) => {
    const id = idOf(row)
    return id === null ? [] : [[id, row] as const]
  }))
}
