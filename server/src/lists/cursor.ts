import { z } from 'zod'
import { isDayKey } from '@interline/shared/contract'
import { InvalidQueryError, type Order, type SortType } from './list.ts'

const fields = z.tuple([
  z.string(),
  z.enum(['next', 'previous']),
  z.string().nullable(),
  z.string().regex(/^\d{1,18}$/),
  z.number().int().positive().nullable(),
])

/** What a value of a sort key looks like as text, by its type in SQL. */
const forms: Record<SortType, RegExp> = {
  text: /^[^\0]*$/,
  int: /^-?\d{1,9}$/,
  boolean: /^(true|false)$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/,
}

/** Where a row is in an order: its value of the sort key as text, null where it is empty, and its serial number. */
export type Position = { value: string | null; at: string }

export type Cursor = Position & {
  sort: string
  direction: 'next' | 'previous'
  /** The number of the page that the cursor leads to; null where it is not known. */
  page: number | null
}

/** A cursor as the API gives it out: opaque to clients. */
export const encodeCursor = ({ sort, direction, value, at, page }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, direction, value, at, page])).toString('base64url')

/** Throws `InvalidQueryError` for what is no cursor of this order. */
export function decodeCursor(text: string, order: Order): Cursor {
  const { success, data } = fields.safeParse(parse(text))
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

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
