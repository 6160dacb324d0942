import type { Column } from '../../list/column.ts'

/** A column as a person wants it. */
export type PlacedColumn = { key: string; isHidden: boolean; width: number | null }

export const leastWidth = 48
export const mostWidth = 800

/**
 * Reads a layout of columns from the address or from memory: their keys in order, `-` before one that is hidden,
 * `.240` behind one that is 240 px wide. A key that the list does not have is left out.
 */
export function readLayout<Row>(text: string, columns: readonly Column<Row>[]): PlacedColumn[] {
  const known = new Set(columns.map(({ key }) => key))
  const placed = text.split(',').flatMap((part) => {
    const [, hidden, key = '', pixels] = /^(-?)(\w+)(?:\.(\d{2,3}))?$/.exec(part) ?? []
    if (!known.delete(key)) return []
    const width = pixels === undefined ? null : Math.min(mostWidth, Math.max(leastWidth, Number(pixels)))
    return [{ key, isHidden: hidden === '-' && key !== headingOf(columns), width }]
  })
  return [...placed, ...[...known].map((key) => ({ key, isHidden: false, width: null }))]
}

/** The layout as a text; empty for the one that the list begins with. */
export function writeLayout<Row>(placed: readonly PlacedColumn[], columns: readonly Column<Row>[]): string {
  const isFirst = placed.every(
    ({ key, isHidden, width }, at) => key === columns[at]?.key && !isHidden && width === null,
  )
  if (isFirst) return ''
  return placed
    .map(({ key, isHidden, width }) => `${isHidden ? '-' : ''}${key}${width === null ? '' : `.${width}`}`)
    .join(',')
}

/** The column that names a row is always shown. */
export const headingOf = <Row>(columns: readonly Column<Row>[]): string | undefined =>
  (columns.find(({ phone }) => phone === 'heading') ?? columns[0])?.key

/** The columns as a layout says; the same array for none. */
export function arrangeColumns<Row>(text: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (text === '') return columns
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return readLayout(text, columns).flatMap(({ key, isHidden, width }) => {
    const column = byKey.get(key)
    if (!column || isHidden) return []
    return [width === null ? column : { ...column, sized: width }]
  })
}
