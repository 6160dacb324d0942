import type { ReactNode } from 'react'

export type SortValue = string | number | boolean | null | undefined

export type Column<Row> = {
  key: string
  /** The heading, to the letter of SPEC §2. */
  title: string
  render: (row: Row) => ReactNode
  /** The server's name for sorting by this column, also in the URL; without it the column does not sort. */
  sortKey?: string
  /**
   * Rows that are sorted here compare this; the field `sortKey` names (dots reach inside) unless said otherwise.
   */
  sortValue?: (row: Row) => SortValue
  /** Pixels; without it the column takes what its content needs. */
  width?: number
  /** Pixels in a window that has no room for all the widths; `width` unless said otherwise. */
  tight?: number
  /** Pixels that the person chose, in place of both. */
  sized?: number
  align?: 'left' | 'center' | 'right'
  /** Stays visible while the table scrolls sideways; the `heading` does unless said otherwise. */
  fixed?: 'start' | 'end'
  /**
   * Its cells hold no state, neither in React nor in the page: those of another page of rows are filled anew instead of
   * made anew. A cell with a state (a switch whose change is under way) begins anew with each row.
   */
  stateless?: boolean
  /**
   * On a phone: `heading` is the card's title, `beside` stands in its line, `brief` below it (the first two columns
   * where none says so), `hidden` is left out. The rest opens with More.
   */
  phone?: 'heading' | 'beside' | 'brief' | 'hidden'
}

/**
 * A select above the table, or with `chip` one that is added from a menu: kept in the URL under its key and sent to the
 * server by that name.
 */
export type ListFilter<Row> = {
  key: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Its options are read from the server: it has the width of the widest select, before they come and after. */
  isWide?: true
  /** Rows of a backend of SPEC §7 alone do not say it: the menu offers it with ours only. */
  isOurs?: true
  /** Decides when the rows are filtered here. */
  matches: (row: Row, value: string, timeZone: string) => boolean
  /** How it is entered: as one of `options`, as words, or as a range of amounts or days (`lists/ranges.ts`). */
  chip?: 'choice' | 'text' | 'amounts' | 'days'
}

export function fieldOf(row: unknown, path: string): unknown {
  let value: unknown = row
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

export function sortValueOf<Row>(column: Column<Row>): (row: Row) => SortValue {
  if (column.sortValue) return column.sortValue
  const path = column.sortKey ?? column.key
  return (row) => {
    const value = fieldOf(row, path)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
  }
}
