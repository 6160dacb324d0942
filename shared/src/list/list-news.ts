import type { Latest, News, Reads } from '../live/standing.ts'

/** What a list says beside its rows. */
export type ListFacts = {
  total: number
  pages: number
  /** The total is rounded: the server still counts. */
  estimated: boolean
  /** 1-based. */
  page: number
  newestFirst: boolean
  /** Ids of records that were made since these rows were taken, as far as the backend says. */
  created: readonly string[]
}

const idOf = (row: object): string | null => {
  const id: unknown = '_id' in row ? row._id : undefined
  return typeof id === 'string' && id !== '' ? id : null
}

/**
 * New rows of a list that begins with the newest are those above the first that stands; seen from a later page, those by which the list
 * grew. In any other order only those that were made just now and belong on this page.
 */
function newsOf<Row extends object>(shown: readonly Row[], { total }: ListFacts, { rows, facts }: Latest<Row, ListFacts>): News {
  const standing = new Set(shown.map(idOf))
  const ids = rows.map(idOf)
  const grown = facts.estimated ? 0 : Math.max(0, facts.total - total)
  let count = 0
  if (!facts.newestFirst) count = ids.filter((id) => id !== null && !standing.has(id) && facts.created.includes(id)).length
  else if (facts.page > 1) count = facts.created.length > 0 ? Math.min(facts.created.length, grown) : grown
  else {
    const first = ids.findIndex((id) => id !== null && standing.has(id))
    count = first === -1 ? Math.max(rows.length, grown) : first
  }
  return count > 0 ? { kind: 'new', count } : { kind: 'moved', count: 0 }
}

export const listReads: Reads<object, ListFacts> = { idOf, newsOf }
