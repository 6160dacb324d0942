import type { Column } from '../column.ts'

export const widthOf = <Row>({ sized, width = 140 }: Column<Row>): number => sized ?? width

/** The width in a table that has no room for all its widths. */
export const tightOf = <Row>(column: Column<Row>): number => column.sized ?? column.tight ?? widthOf(column)

export const sumOf = <Row>(columns: readonly Column<Row>[], pixels: (column: Column<Row>) => number): number =>
  columns.reduce((sum, column) => sum + pixels(column), 0)

/** Grid tracks of the columns: in a wider table they grow by their widths, or only those do that have none. */
export function tracks<Row>(columns: readonly Column<Row>[], pixels: (column: Column<Row>) => number): string {
  const someGrow = columns.some(({ width, sized }) => width === undefined && sized === undefined)
  return columns
    .map((column) => {
      if (column.sized !== undefined) return `${column.sized}px`
      if (!someGrow) return `minmax(0, ${pixels(column)}fr)`
      return column.width === undefined ? `minmax(${pixels(column)}px, 1fr)` : `${pixels(column)}px`
    })
    .join(' ')
}

/** The side at which the column stays visible; the heading of a row does unless it says otherwise. */
export const isPinned = <Row>({ fixed, phone }: Column<Row>): 'start' | 'end' | undefined =>
  fixed ?? (phone === 'heading' ? 'start' : undefined)

export function orderOf(sortKey: string | undefined, sort: string): 'ascending' | 'descending' | null {
  if (sortKey === undefined) return null
  if (sort === sortKey) return 'ascending'
  return sort === `-${sortKey}` ? 'descending' : null
}

/** The order after a click on a heading: ascending, descending, as delivered. */
export function nextSort(sortKey: string, order: 'ascending' | 'descending' | null): string {
  if (order === null) return sortKey
  return order === 'ascending' ? `-${sortKey}` : ''
}
