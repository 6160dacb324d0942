import { useRef } from 'react'
import { Table } from 'antd'
import type { Column } from './column.ts'
import { useRoom } from './use-room.ts'

export type ListTableProps<Row> = {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  sort: string
  onSort: (sort: string) => void
}

export function ListTable<Row extends object>({ title, rows, columns, sort, onSort }: ListTableProps<Row>) {
  const keys = rowKeys(rows)
  const ground = useRef<HTMLDivElement>(null)
  const room = useRoom(ground)
  const tight = room < sumOf(columns, widthOf)
  const pixels = tight ? tightOf : widthOf
  return (
    <div ref={ground} className="il-table-ground" data-tight={tight}>
      <Table<Row>
        className="il-table"
        aria-label={title}
        dataSource={[...rows]}
        rowKey={(row) => keys.get(row) ?? ''}
        rowClassName={(_, at) => (at % 2 === 1 ? 'il-striped' : '')}
        pagination={false}
        showSorterTooltip={false}
        sortDirections={['ascend', 'descend']}
        scroll={{ x: sumOf(columns, pixels) }}
        columns={columns.map((column) => ({
          key: column.key,
          title: column.title,
          render: (_: unknown, row: Row) => column.render(row),
          ...(column.width !== undefined && { width: pixels(column) }),
          ...(column.align && { align: column.align }),
          fixed: pinned(column),
          ...(column.sortKey !== undefined && { sorter: true, sortOrder: orderOf(column.sortKey, sort) }),
        }))}
        onChange={(_page, _filters, sorter, { action }) => {
          if (action !== 'sort' || Array.isArray(sorter)) return
          const column = columns.find(({ key }) => key === sorter.columnKey)
          if (column?.sortKey === undefined) return
          onSort(sorter.order === 'descend' ? `-${column.sortKey}` : sorter.order === 'ascend' ? column.sortKey : '')
        }}
      />
    </div>
  )
}

const widthOf = <Row,>({ width = 140 }: Column<Row>) => width
const tightOf = <Row,>(column: Column<Row>) => column.tight ?? widthOf(column)
const sumOf = <Row,>(columns: readonly Column<Row>[], pixels: (column: Column<Row>) => number) => columns.reduce((sum, column) => sum + pixels(column), 0)

const pinned = <Row,>({ fixed, phone }: Column<Row>) => fixed ?? (phone === 'heading' ? ('start' as const) : undefined)

function orderOf(sortKey: string, sort: string) {
  if (sort === sortKey) return 'ascend' as const
  return sort === `-${sortKey}` ? ('descend' as const) : null
}

/** A key for each row: its `_id`, or its place where a backend repeats one or has none. */
export function rowKeys<Row extends object>(rows: readonly Row[]): Map<Row, string> {
  const taken = new Set<string>()
  const keys = new Map<Row, string>()
  rows.forEach((row, at) => {
    const id: unknown = '_id' in row ? row._id : undefined
    const key = typeof id === 'string' && id !== '' && !taken.has(id) ? id : `row-${at}`
    taken.add(key)
    keys.set(row, key)
  })
  return keys
}
