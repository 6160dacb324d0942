import { memo, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { changeMark } from '../../ui/change-mark.ts'
import type { Column } from '../column.ts'
import { cellContent } from './cell-content.tsx'
import { rowKeys } from './row-keys.ts'
import { useLines } from './use-lines.ts'

type ListCardsProps<Row> = {
  title: string
  /** Which page of which query the rows are. */
  view: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  changes: ReadonlyMap<string, number>
}

/** The rows on a phone, where a table would not fit: one card a row, the columns as its lines. */
export function ListCards<Row extends object>({ title, view, rows, columns, changes }: ListCardsProps<Row>) {
  const ids = useMemo(() => rowKeys(rows), [rows])
  const list = useRef<HTMLUListElement>(null)
  const keys = useLines(view, ids, list)
  return (
    <ul className="il-cards" ref={list} aria-label={title}>
      {rows.map((row, at) => {
        const id = ids[at] ?? ''
        const isStriped = at % 2 === 1
        return <Card key={keys[at]} changes={changes.get(id) ?? 0} {...{ id, row, columns, isStriped }} />
      })}
    </ul>
  )
}

type CardProps<Row> = {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  isStriped: boolean
  changes: number
}

const Card = memo(function Card<Row>({ id, row, columns, isStriped, changes }: CardProps<Row>) {
  const content = useMemo(() => <CardContent {...{ id, row, columns }} />, [id, row, columns])
  return (
    <li data-row-key={id} data-striped={isStriped} data-changed={changeMark(changes)}>
      {content}
    </li>
  )
}) as <Row>(props: CardProps<Row>) => ReactNode

function CardContent<Row>({ id, row, columns }: Pick<CardProps<Row>, 'id' | 'row' | 'columns'>) {
  const heading = columns.find(({ phone }) => phone === 'heading') ?? columns[0]
  const lines = columns.filter((column) => column !== heading && column.phone !== 'hidden')
  return (
    <>
      <div className="il-cards-heading">{heading && cellContent(heading, row, id)}</div>
      <dl>
        {lines.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{cellContent(column, row, id)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
