import { memo, useEffect, useMemo, useRef } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { Column } from './column.ts'
import { isPinned, orderOf, sumOf, tightOf, tracks, turned, widthOf } from './column-layout.ts'
import { changeMark } from '../ui/change-mark.ts'
import { rowKeys } from './row-keys.ts'
import { SortMark } from './sort-mark.tsx'
import { followEdges } from './table-edges.ts'
import { useFit } from './use-fit.ts'
import { useGrowing } from './use-growing.ts'
import { useRowHeight } from './use-row-height.ts'

export type ListTableProps<Row> = {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** How often each row changed where it stands, by key. */
  changes: ReadonlyMap<string, number>
  sort: string
  onSort: (sort: string) => void
}

/** A striped table whose headings sort; wider than its room it first gets tight, then scrolls with its pinned columns in sight. */
export const ListTable = memo(function ListTable<Row extends object>({ title, rows, columns, changes, sort, onSort }: ListTableProps<Row>) {
  const keys = useMemo(() => rowKeys(rows), [rows])
  const ground = useRef<HTMLDivElement>(null)
  const { lines, count } = useGrowing(keys, rows)
  const height = useRowHeight(ground, keys)
  const fit = useFit(ground, columns)
  const pixels = fit === 'wide' ? widthOf : tightOf
  const width = sumOf(columns, pixels)
  const scrolls = fit === 'scrolls'
  useEffect(() => (ground.current && scrolls ? followEdges(ground.current, width) : undefined), [scrolls, width])
  return (
    <div ref={ground} className="il-table-ground" data-tight={fit !== 'wide'} data-scrolls={scrolls} {...(count < rows.length && { style: { minHeight: headHeight + rows.length * height } })}>
      <table className="il-table" role="table" aria-label={title} style={{ width, '--il-columns': tracks(columns, pixels) } as CSSProperties}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Heading key={column.key} column={column} order={orderOf(column.sortKey, sort)} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lines.map(({ key, row, at }) => (
            <Line key={key} id={key} height={height} hidden={at === null} className={classOf(at ?? 0)} changes={changes.get(key) ?? 0} {...{ row, columns }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}) as <Row extends object>(props: ListTableProps<Row>) => ReactNode

/** Of the rows of a page those that a window shows before it is scrolled, or about as many. */
const inSight = 10
const classOf = (at: number) => `il-row${at % 2 === 1 ? ' il-striped' : ''}${at < inSight ? ' il-in-sight' : ''}`

// Of list.css: with it the page keeps its length while rows are drawn.
const headHeight = 37

const look = <Row,>(column: Column<Row>) => ({
  'data-pinned': isPinned(column),
  ...(column.align && { style: { textAlign: column.align } }),
})

type HeadingProps<Row> = { column: Column<Row>; order: 'ascending' | 'descending' | null; onSort: (sort: string) => void }

function Heading<Row>({ column, order, onSort }: HeadingProps<Row>) {
  const { sortKey, title } = column
  if (sortKey === undefined)
    return (
      <th scope="col" role="columnheader" {...look(column)}>
        {title}
      </th>
    )
  return (
    <th scope="col" role="columnheader" className="il-sorts" aria-sort={order ?? 'none'} onClick={() => onSort(turned(sortKey, order))} {...look(column)}>
      <button type="button">
        {title}
        <SortMark order={order} />
      </button>
    </th>
  )
}

type LineProps<Row> = { id: string; row: Row; columns: readonly Column<Row>[]; height: number; hidden: boolean; className: string; changes: number }

// Drawn again only when its own row changed: a table may hold a hundred.
const Line = memo(function Line<Row>({ id, row, columns, height, hidden, className, changes }: LineProps<Row>) {
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <td key={column.key} role="cell" {...look(column)}>
          {column.render(row)}
        </td>
      )),
    [columns, row],
  )
  if (hidden)
    return (
      <tr hidden aria-hidden>
        {cells}
      </tr>
    )
  return (
    <tr role="row" className={className} data-row-key={id} data-changed={changeMark(changes)} style={{ containIntrinsicBlockSize: `auto ${height}px` }}>
      {cells}
    </tr>
  )
}) as <Row>(props: LineProps<Row>) => ReactNode
