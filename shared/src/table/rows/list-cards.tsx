import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import { changeMark } from '../../ui/change-mark.ts'
import type { Column } from '../column.ts'
import { rowKeys } from './row-keys.ts'

type ListCardsProps<Row> = {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  changes: ReadonlyMap<string, number>
}

/** The rows on a phone, where a table would not fit: one card a row, the columns as its lines. */
export function ListCards<Row extends object>({ title, rows, columns, changes }: ListCardsProps<Row>) {
  const keys = useMemo(() => rowKeys(rows), [rows])
  return (
    <ul className="il-cards" aria-label={title}>
      {rows.map((row, at) => {
        const key = keys[at] ?? ''
        return (
          <Card key={key} id={key} isStriped={at % 2 === 1} changes={changes.get(key) ?? 0} {...{ row, columns }} />
        )
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
  const content = useMemo(() => <CardContent {...{ row, columns }} />, [row, columns])
  return (
    <li data-row-key={id} data-striped={isStriped} data-changed={changeMark(changes)}>
      {content}
    </li>
  )
}) as <Row>(props: CardProps<Row>) => ReactNode

function CardContent<Row>({ row, columns }: Pick<CardProps<Row>, 'row' | 'columns'>) {
  const heading = columns.find(({ phone }) => phone === 'heading') ?? columns[0]
  const lines = columns.filter((column) => column !== heading && column.phone !== 'hidden')
  return (
    <>
      <div className="il-cards-heading">{heading?.render(row)}</div>
      <dl>
        {lines.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.render(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
