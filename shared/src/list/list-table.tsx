import { memo, useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import { isPinned, orderOf, sumOf, tightOf, turned, widthOf } from './column-layout.ts'
import { changeMark } from '../ui/change-mark.ts'
import { rowKeys } from './row-keys.ts'
import { SortMark } from './sort-mark.tsx'
import { followEdges } from './table-edges.ts'
import { useGrowing } from './use-growing.ts'

export type ListTableProps<Row> = {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** How often each row changed where it stands, by key. */
  changes: ReadonlyMap<string, number>
  sort: string
  onSort: (sort: string) => void
  /** Pixels there are for the table. */
  room: number
}

/** A striped table whose headings sort; wider than its room it first gets tight, then scrolls with its pinned columns in sight. */
export const ListTable = memo(function ListTable<Row extends object>({ title, rows, columns, changes, sort, onSort, room }: ListTableProps<Row>) {
  const keys = useMemo(() => rowKeys(rows), [rows])
  const ground = useRef<HTMLDivElement>(null)
  const { count, fresh } = useGrowing(keys)
  const tight = room < sumOf(columns, widthOf)
  const pixels = tight ? tightOf : widthOf
  const width = sumOf(columns, pixels)
  useEffect(() => (ground.current && room < width ? followEdges(ground.current, width) : undefined), [room, width])
  return (
    <div ref={ground} className="il-table-ground" data-tight={tight} data-scrolls={room < width} {...(count < rows.length && { style: { minHeight: leastHeight(rows.length) } })}>
      <table className="il-table" aria-label={title} style={{ width }}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} {...(column.width !== undefined && { style: { width: pixels(column) } })} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} order={orderOf(column.sortKey, sort)} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody key={fresh}>
          {rows.slice(0, count).map((row, at) => (
            <Line key={keys[at]} id={keys[at] ?? ''} striped={at % 2 === 1} changes={changes.get(keys[at] ?? '') ?? 0} {...{ row, columns }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}) as <Row extends object>(props: ListTableProps<Row>) => ReactNode

// What a table's heading and rows take at least (list.css), so that the page keeps its length while they are drawn.
const leastHeight = (rows: number) => 37 + rows * 52

const look = <Row,>(column: Column<Row>) => ({
  'data-pinned': isPinned(column),
  ...(column.align && { style: { textAlign: column.align } }),
})

type HeadingProps<Row> = { column: Column<Row>; order: 'ascending' | 'descending' | null; onSort: (sort: string) => void }

function Heading<Row>({ column, order, onSort }: HeadingProps<Row>) {
  const { sortKey, title } = column
  if (sortKey === undefined)
    return (
      <th scope="col" {...look(column)}>
        {title}
      </th>
    )
  return (
    <th scope="col" className="il-sorts" aria-sort={order ?? 'none'} onClick={() => onSort(turned(sortKey, order))} {...look(column)}>
      <button type="button">
        {title}
        <SortMark order={order} />
      </button>
    </th>
  )
}

type LineProps<Row> = { id: string; row: Row; columns: readonly Column<Row>[]; striped: boolean; changes: number }

// Drawn again only when its own row changed: a table may hold a hundred.
const Line = memo(function Line<Row>({ id, row, columns, striped, changes }: LineProps<Row>) {
  return (
    <tr className={striped ? 'il-row il-striped' : 'il-row'} data-row-key={id} data-changed={changeMark(changes)}>
      {columns.map((column) => (
        <td key={column.key} {...look(column)}>
          {column.render(row)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: LineProps<Row>) => ReactNode
