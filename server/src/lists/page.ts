import { sql } from 'kysely'
import { listWindow, searchWindow, type ListMeta, type ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { decodeCursor, encodeCursor, type Cursor, type Position } from './cursor.ts'
import { readPositions, type FoundPosition, type Selection } from './keyset.ts'
import {
  filterOf,
  InvalidQueryError,
  isSearch,
  isShort,
  orderOf,
  searchOrId,
  sortableOf,
  withoutSearch,
  type List,
  type Order,
} from './list.ts'
import {
  areFew,
  estimate,
  estimatedTotal,
  expectRows,
  readTotal,
  shortSearched,
  since,
  totalOf,
  type Total,
} from './totals.ts'

export type Page<Row> = { rows: Row[]; meta: ListMeta }

/** The rows of a page in their order, its number where it is known, and whether rows come before and after it. */
type Found = { positions: FoundPosition[]; page: number | null; hasPrevious: boolean; hasNext: boolean }

/**
 * A page of a list: by its number within the first 10,000 rows, the last one, or by cursor at any depth. Throws
 * `InvalidQueryError` for what the list does not have.
 */
export async function readPage<Row, Query extends ListQuery>(
  db: Database,
  list: List<Row, Query>,
  query: Query,
): Promise<Page<Row>> {
  const { page = 1, page_size = 50, cursor } = query
  if (cursor !== undefined && query.page !== undefined)
    throw new InvalidQueryError('cursor', 'cannot be given together with page')
  const order = orderOf(list, query.sort)
  const from = cursor === undefined ? undefined : decodeCursor(cursor, order)
  const { selection, count, searched } = await select(db, list, query)
  const window = isSearch(list, query) && !selection.isNarrow ? searchWindow : listWindow
  if (typeof page === 'number' && page * page_size > window)
    throw new InvalidQueryError('page', `ends after row ${window}: go on with cursor from there, or ask for page=last`)
  const counting = selection.isNarrow && page !== 'last' ? undefined : count()
  const find = async (): Promise<Found> => {
    if (from) return followCursor(db, selection, from, page_size)
    if (page === 'last') return findLast(db, selection, await count(), page_size)
    return findNumbered(db, selection, page, page_size)
  }
  const [found, known] = await Promise.all([find(), counting])
  const counted = found.positions[0]?.counted
  const total = known ?? (counted === undefined ? await count() : totalOf(counted))
  const limits = {
    ...(total.estimated && { sortable: sortableOf(list, query), window }),
    ...(searched && { searched }),
  }
  return {
    rows: await readRows(db, list, found.positions),
    meta: { ...metaOf(total, found, page_size, order), ...limits },
  }
}

/**
 * How a query's rows are read: along the index of their order, or found first and then sorted; and how many there are.
 * The rows need not wait for that number unless their order has no index: throws `InvalidQueryError` for more than
 * `listWindow` rows then. `searched`: the term is looked for among so many rows, the newest. `isWhole`: nobody waits
 * for the first rows.
 */
export async function select<Row, Query extends ListQuery>(
  db: Database,
  list: List<Row, Query>,
  query: Query,
  { isWhole = false } = {},
) {
  const order = orderOf(list, query.sort)
  const sortable = sortableOf(list, query)
  const filter = filterOf(list, query)
  const what = { list, where: [...filter, ...(list.search ?? searchOrId)(query)] }
  const expected = !isSearch(list, query)
    ? undefined
    : isWhole
      ? { rows: await estimate(db, what) }
      : await expectRows(db, list, query, what)
  const isCommon = expected?.isCommon ?? false
  const areFewExpected = expected !== undefined && !isCommon && areFew(expected.rows)
  const isRare = areFewExpected && query.q !== undefined && isShort(query)
  const newest = isRare ? await since(db, { list, where: filter }) : undefined
  if (newest) what.where.push(newest)
  let counting: Promise<Total> | undefined
  const count = () =>
    (counting ??=
      expected && isCommon ? Promise.resolve(estimatedTotal(expected.rows)) : readTotal(db, what, expected?.rows))
  const isNamed = query.id !== undefined || query.ids !== undefined || query.notification !== undefined
  const isFew = expected === undefined ? isNamed : areFewExpected
  const isIndexed = sortable.includes(order.name.replace(/^-/, ''))
  const isNarrow = isIndexed ? isFew : !(await count()).estimated
  if (!isNarrow && !isIndexed)
    throw new InvalidQueryError('sort', `only ${sortable.join(', ')} sort so many rows; filter or search first`)
  const walked = isCommon && { along: filterOf(list, withoutSearch(list, query)) }
  return { selection: { ...what, order, isNarrow, ...walked }, count, ...(newest && { searched: shortSearched }) }
}

async function findNumbered(db: Database, selection: Selection, page: number, size: number): Promise<Found> {
  const offset = (page - 1) * size
  const rows = await readPositions(db, selection, { offset, limit: size + 1 })
  return { positions: rows.slice(0, size), page, hasPrevious: page > 1, hasNext: rows.length > size }
}

async function findLast(db: Database, selection: Selection, { total, estimated }: Total, size: number): Promise<Found> {
  const rest = estimated ? size : total % size || size
  const rows = await readPositions(db, selection, { limit: rest + 1, isReversed: true })
  return {
    positions: rows.slice(0, rest).reverse(),
    page: estimated ? null : Math.max(1, Math.ceil(total / size)),
    hasPrevious: rows.length > rest,
    hasNext: false,
  }
}

async function followCursor(db: Database, selection: Selection, cursor: Cursor, size: number): Promise<Found> {
  const { direction, page } = cursor
  const isReversed = direction === 'previous'
  const rows = await readPositions(db, selection, { after: cursor, limit: size + 1, isReversed })
  const hasMore = rows.length > size
  if (!isReversed) return { positions: rows.slice(0, size), page, hasPrevious: true, hasNext: hasMore }
  // The first page is whole, also where rows came or went since.
  if (!hasMore || page === 1) return findNumbered(db, selection, 1, size)
  return { positions: rows.slice(0, size).reverse(), page, hasPrevious: true, hasNext: true }
}

function metaOf(
  { total, estimated }: Total,
  { positions, page, hasPrevious, hasNext }: Found,
  page_size: number,
  { name: sort }: Order,
): ListMeta {
  const [first, last] = [positions[0], positions.at(-1)]
  const numbered = (step: number) => (page === null ? null : page + step)
  return {
    total,
    ...(estimated && { estimated }),
    page,
    page_size,
    ...(hasNext && last && { next: encodeCursor({ ...last, sort, direction: 'next', page: numbered(1) }) }),
    ...(hasPrevious &&
      first && {
        previous: encodeCursor({ ...first, sort, direction: 'previous', page: page === 1 ? 1 : numbered(-1) }),
      }),
  }
}

/** Reads the rows at positions, in their order, without those that are gone. */
export async function readRows<Row>(
  db: Database,
  { table, columns }: Pick<List<Row>, 'table' | 'columns'>,
  positions: Position[],
): Promise<Row[]> {
  const { rows } = await sql<Row & { at: string }>`
    select ${sql.join(columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)))}, serial::text as at from ${sql.table(table)}
    where serial = any(${positions.map(({ at }) => at)}::bigint[])`.execute(db)
  const rowsAt = new Map(rows.map((row) => [row.at, row]))
  return positions.flatMap(({ at }) => rowsAt.get(at) ?? [])
}
