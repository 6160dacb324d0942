import { z } from 'zod'
import { isDayKey } from '@interline/shared/contract'
import { InvalidQueryError, type Order, type Position, type SortType } from './list.ts'

const fields = z.tuple([
  z.string(),
  z.enum(['next', 'previous']),
  z.string().nullable(),
  z.string().regex(/^\d{1,18}$/),
  z.number().int().positive().nullable(),
])

/** The form of a sort key's value as text, by its type in SQL. */
const forms: Record<SortType, RegExp> = {
  text: /^[^\0]*$/,
  int: /^-?\d{1,9}$/,
  boolean: /^(true|false)$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/,
}

export type Cursor = Position & {
  sort: string
  direction: 'next' | 'previous'
  /** The number of the page that the cursor leads to; null where it is not known. */
  page: number | null
}

/** A cursor as the API gives it out: opaque to clients. */
export const writeCursor = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

export const encodeCursor = ({ sort, direction, value, at, page }: Cursor) =>
  writeCursor([sort, direction, value, at, page])

/** Throws `InvalidQueryError` for what is no cursor of this order. */
export function decodeCursor(text: string, order: Order): Cursor {
  const { success, data } = fields.safeParse(readCursor(text))
  if (!success)
    throw new InvalidQueryError('cursor', 'is not a cursor; take it from meta.next or meta.previous of an answer')
  const [sort, direction, value, at, page] = data
  const isOfOrder = value === null ? order.canBeEmpty === true : isOfType(value, order.type)
  if (sort !== order.name || !isOfOrder)
    throw new InvalidQueryError('cursor', `is of a list sorted by ${sort}, not by ${order.name}`)
  return { sort, direction, value, at, page }
}

const isOfType = (value: string, type: SortType) =>
  forms[type].test(value) &&
  (type !== 'timestamptz' || (isDayKey(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))))

/** The parts of a cursor; undefined for what none is. */
export function readCursor(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
