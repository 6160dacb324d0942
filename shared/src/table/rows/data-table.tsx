import { memo, useMemo, useRef } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { Column } from '../column.ts'
import { isPinned, orderOf, sumOf, tightOf, tracks, nextSort, widthOf } from './column-layout.ts'
import { logFailure } from '../../api/log-failure.ts'
import { changeMark } from '../../ui/change-mark.ts'
import type { Layout } from '../layout/use-layout.ts'
import { cellContent } from './cell-content.tsx'
import { rowKeys } from './row-keys.ts'
import { SortMark } from './sort-mark.tsx'
import { useFit } from './use-fit.ts'
import { useLines } from './use-lines.ts'

export type ListTableProps<Row> = {
  title: string
  /** Which page of which query the rows are. */
  view: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** How often each row changed while it was shown, by key. */
  changes: ReadonlyMap<string, number>
  sort: string
  onSort: (sort: string) => void
  layout: Layout<Row>
}

/**
 * A striped table whose headings sort; when there is too little width it first gets tight, then scrolls with its pinned
 * columns visible.
 */
export const ListTable = memo(function ListTable<Row extends object>({
  title,
  view,
  rows,
  columns,
  changes,
  sort,
  onSort,
  layout,
}: ListTableProps<Row>) {
  const ids = useMemo(() => rowKeys(rows), [rows])
  const body = useRef<HTMLTableSectionElement>(null)
  const keys = useLines(view, ids, body)
  const ground = useRef<HTMLDivElement>(null)
  const fit = useFit(ground, columns)
  const pixels = fit === 'wide' ? widthOf : tightOf
  const width = sumOf(columns, pixels)
  return (
    <div ref={ground} className="il-table-ground" data-tight={fit !== 'wide'} data-scrolls={fit === 'scrolls'}>
      <table
        className="il-table"
        role="table"
        aria-label={title}
        style={{ width, '--il-columns': tracks(columns, pixels) } as CSSProperties}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, at) => (
              <Heading key={column.key} order={orderOf(column.sortKey, sort)} {...{ column, at, onSort, layout }} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {rows.map((row, at) => {
            const id = ids[at] ?? ''
            const isStriped = at % 2 === 1
            return <Line key={keys[at]} changes={changes.get(id) ?? 0} {...{ id, row, columns, isStriped }} />
          })}
        </tbody>
      </table>
    </div>
  )
}) as <Row extends object>(props: ListTableProps<Row>) => ReactNode

const cellAttributes = <Row,>(column: Column<Row>) => ({
  'data-pinned': isPinned(column),
  ...(column.align && { style: { textAlign: column.align } }),
})

type HeadingProps<Row> = {
  column: Column<Row>
  order: 'ascending' | 'descending' | null
  at: number
} & Pick<ListTableProps<Row>, 'onSort' | 'layout'>

function Heading<Row>({ column, order, at, onSort, layout }: HeadingProps<Row>) {
  const { sortKey, title, hint } = column
  if (sortKey === undefined)
    return (
      <th scope="col" role="columnheader" title={hint} {...cellAttributes(column)}>
        {title}
        <ResizeHandle {...{ at, layout }} column={column.key} />
      </th>
    )
  return (
    <th
      scope="col"
      role="columnheader"
      className="il-sorts"
      aria-sort={order ?? 'none'}
      onClick={() => onSort(nextSort(sortKey, order))}
      {...cellAttributes(column)}
    >
      <button type="button">
        {title}
        <SortMark order={order} />
      </button>
      <ResizeHandle {...{ at, layout }} column={column.key} />
    </th>
  )
}

type ResizeHandleProps<Row> = { at: number; column: string; layout: Layout<Row> }

/** For the pointer alone: the layout menu has a field for each width. */
const ResizeHandle = <Row,>({ at, column, layout: { text, all, setText } }: ResizeHandleProps<Row>) => (
  <span
    className="il-resize"
    aria-hidden="true"
    onClick={(event) => event.stopPropagation()}
    onPointerDown={(event) => {
      event.preventDefault()
      const heading = event.currentTarget.parentElement
      const { clientX: startX, pointerId } = event
      void import(/* webpackChunkName: "list-tools" */ '../layout/resize-column.ts').then(
        ({ resizeColumn, withWidth }) => {
          const onDone = (width: number) => setText(withWidth(text, all, column, width))
          if (heading) resizeColumn({ heading, at, startX, pointerId, onDone })
        },
        (error: unknown) => logFailure('Loading a part of the screen', error),
      )
    }}
  />
)

type LineProps<Row> = {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  isStriped: boolean
  changes: number
}

// Drawn again only when its own row changed: a table may hold a hundred.
const Line = memo(function Line<Row>({ id, row, columns, isStriped, changes }: LineProps<Row>) {
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <td key={column.key} role="cell" {...cellAttributes(column)}>
          {cellContent(column, row, id)}
        </td>
      )),
    [columns, row, id],
  )
  return (
    <tr
      role="row"
      className={isStriped ? 'il-row il-striped' : 'il-row'}
      data-row-key={id}
      data-changed={changeMark(changes)}
    >
      {cells}
    </tr>
  )
}) as <Row>(props: LineProps<Row>) => ReactNode
