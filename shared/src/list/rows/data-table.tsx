import { memo, useMemo, useRef } from 'react'
import type { CSSProperties, ReactNode, UIEvent } from 'react'
import type { Column } from '../column.ts'
import { isPinned, orderOf, sumOf, tightOf, tracks, nextSort, widthOf } from './column-layout.ts'
import { changeMark } from '../../ui/change-mark.ts'
import { useFit } from './use-fit.ts'
import { cellKey, useLines } from './use-lines.ts'

export type ListTableProps<Row> = {
  title: string
  /** The page of the query that the rows are. */
  queryHash: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** How often each row changed while it was shown, by key. */
  changes: ReadonlyMap<string, number>
  sort: string
  onSort: (sort: string) => void
}

/**
 * A striped table whose headings sort; when there is too little width it first gets tight, then scrolls with its pinned
 * columns visible.
 */
export const ListTable = memo(function ListTable<Row extends object>({
  title,
  queryHash,
  rows,
  columns,
  changes,
  sort,
  onSort,
}: ListTableProps<Row>) {
  const head = useRef<HTMLTableSectionElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { ids, keys } = useLines(queryHash, rows, body)
  const ground = useRef<HTMLDivElement>(null)
  const fit = useFit(ground, columns)
  const pixels = fit === 'wide' ? widthOf : tightOf
  const width = sumOf(columns, pixels)
  // Headings and rows scroll sideways each for themselves, so that the headings can stick to the page.
  const scrollBoth = ({ currentTarget: { scrollLeft } }: UIEvent) => {
    for (const { current } of [head, body])
      if (current && current.scrollLeft !== scrollLeft) current.scrollLeft = scrollLeft
  }
  return (
    <div ref={ground} className="il-table-ground" data-tight={fit !== 'wide'} data-scrolls={fit === 'scrolls'}>
      <table
        className="il-table"
        role="table"
        aria-label={title}
        style={{ '--il-width': `${width}px`, '--il-columns': tracks(columns, pixels) } as CSSProperties}
      >
        <thead role="rowgroup" ref={head} onScroll={scrollBoth}>
          <tr role="row">
            {columns.map((column) => (
              <Heading key={column.key} order={orderOf(column.sortKey, sort)} {...{ column, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} onScroll={scrollBoth}>
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
} & Pick<ListTableProps<Row>, 'onSort'>

function Heading<Row>({ column, order, onSort }: HeadingProps<Row>) {
  const { sortKey, title } = column
  if (sortKey === undefined)
    return (
      <th scope="col" role="columnheader" {...cellAttributes(column)}>
        {title}
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
        <span>{title}</span>
        <SortMark order={order} />
      </button>
    </th>
  )
}

/** The direction in which a heading sorts, beside its text; what is read aloud is the heading's `aria-sort`. */
function SortMark({ order }: Pick<HeadingProps<never>, 'order'>) {
  return (
    <svg className="il-sort-mark" viewBox="0 0 1024 1740" aria-hidden="true" focusable="false">
      <path
        data-on={order === 'ascending'}
        d="M858.9 689 530.5 308.2c-9.4-10.9-27.5-10.9-37 0L165.1 689c-12.2 14.2-1.2 35 18.5 35h656.8c19.7 0 30.7-20.8 18.5-35z"
      />
      <path
        data-on={order === 'descending'}
        d="M840.4 1016H183.6c-19.7 0-30.7 20.8-18.5 35l328.5 380.8c9.4 10.9 27.5 10.9 37 0L858.9 1051c12.2-14.2 1.2-35-18.5-35z"
      />
    </svg>
  )
}

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
        <td key={cellKey(column, id)} role="cell" {...cellAttributes(column)}>
          {column.render(row)}
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
