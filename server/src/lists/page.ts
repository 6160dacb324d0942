import { listWindow, type ListMeta, type ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { decodeCursor, encodeCursor, type Cursor } from './cursor.ts'
import {
  count,
  hasTerm,
  InvalidQueryError,
  readAlong,
  readFound,
  readRows,
  select,
  type Bounds,
  type Found,
  type List,
  type Order,
  type Position,
} from './list.ts'

/** The rows of a page, its number where it is known, and whether rows come before and after it. */
type Shown = Found & { page: number | null; hasPrevious: boolean; hasNext: boolean }

type Read = (bounds: Omit<Bounds, 'limit'>) => Promise<Found>

/** How many rows a query keeps, counted up to one more than is told exactly. */
export const countRows = <Query extends ListQuery>(db: Database, list: List<never, Query>, query: Query) =>
  count(db, select(list, query), listWindow + 1)

/**
 * A page of a list: by its number within the first 10,000 rows, the last one, or by cursor at any depth. Throws
 * `InvalidQueryError` for what the list does not have. `window` is less in tests.
 */
export async function readPage<Row, Query extends ListQuery>(
  db: Database,
  list: List<Row, Query>,
  query: Query,
  window = listWindow,
): Promise<{ rows: Row[]; meta: ListMeta }> {
  const { page = 1, page_size: size = 50, cursor } = query
  if (cursor !== undefined && query.page !== undefined)
    throw new InvalidQueryError('cursor', 'cannot be given together with page')
  if (typeof page === 'number' && page * size > window)
    throw new InvalidQueryError('page', `ends after row ${window}: go on with cursor from there, or ask for page=last`)
  const selection = select(list, query)
  const from = cursor === undefined ? undefined : decodeCursor(cursor, selection.order)
  const read: Read = async (more) => {
    const bounds = { ...more, limit: size + 1 }
    if (!hasTerm(list, query))
      return { positions: await readAlong(db, selection, bounds), total: await count(db, selection, window + 1) }
    const found = await readFound(db, selection, bounds, window + 1)
    return found.total <= window ? found : { ...found, positions: await readAlong(db, selection, bounds) }
  }
  const shown = await (from
    ? followCursor(read, from, size)
    : page === 'last'
      ? readLast(read, size, window)
      : readNumbered(read, page, size))
  const numbers = shown.positions.map(({ at }) => at)
  return { rows: await readRows(db, list, numbers), meta: metaOf(shown, size, selection.order) }
}

async function readNumbered(read: Read, page: number, size: number): Promise<Shown> {
  const { positions, total } = await read({ offset: (page - 1) * size })
  return { positions: positions.slice(0, size), total, page, hasPrevious: page > 1, hasNext: positions.length > size }
}

async function readLast(read: Read, size: number, window: number): Promise<Shown> {
  const { positions, total } = await read({ isReversed: true })
  const isLong = total > window
  const rest = isLong ? size : total % size || size
  return {
    positions: positions.slice(0, rest).reverse(),
    total,
    page: isLong ? null : Math.max(1, Math.ceil(total / size)),
    hasPrevious: positions.length > rest,
    hasNext: false,
  }
}

async function followCursor(read: Read, cursor: Cursor, size: number): Promise<Shown> {
  const { direction, page } = cursor
  const isReversed = direction === 'previous'
  const { positions, total } = await read({ after: cursor, isReversed })
  const hasMore = positions.length > size
  if (!isReversed) return { positions: positions.slice(0, size), total, page, hasPrevious: true, hasNext: hasMore }
  // The first page is whole, also where rows came or went since.
  if (!hasMore || page === 1) return readNumbered(read, 1, size)
  return { positions: positions.slice(0, size).reverse(), total, page, hasPrevious: true, hasNext: true }
}

function metaOf({ total, positions, page, hasPrevious, hasNext }: Shown, page_size: number, order: Order): ListMeta {
  const [first, last] = [positions[0], positions.at(-1)]
  const cursorAt = (at: Position, direction: Cursor['direction'], to: number | null) =>
    encodeCursor({ ...at, sort: order.name, direction, page: to })
  return {
    total,
    page,
    page_size,
    ...(hasNext && last && { next: cursorAt(last, 'next', page === null ? null : page + 1) }),
    ...(hasPrevious && first && { previous: cursorAt(first, 'previous', page && Math.max(1, page - 1)) }),
  }
}
