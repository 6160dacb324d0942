import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import { changeMark } from '../ui/change-mark.ts'
import type { Column } from './column.ts'
import { rowKeys } from './row-keys.ts'
import { useGrowing } from './use-growing.ts'

type ListCardsProps<Row> = { title: string; rows: readonly Row[]; columns: readonly Column<Row>[]; changes: ReadonlyMap<string, number> }

/** The rows on a phone, where a table would not fit: one card a row, the columns as its lines. */
export function ListCards<Row extends object>({ title, rows, columns, changes }: ListCardsProps<Row>) {
  const keys = useMemo(() => rowKeys(rows), [rows])
  const { lines } = useGrowing(keys, rows)
  return (
    <ul className="il-cards" aria-label={title}>
      {lines.map(({ key, row, at }) => (
        <Card key={key} id={key} hidden={at === null} striped={(at ?? 0) % 2 === 1} changes={changes.get(key) ?? 0} {...{ row, columns }} />
      ))}
    </ul>
  )
}

type CardProps<Row> = { id: string; row: Row; columns: readonly Column<Row>[]; hidden: boolean; striped: boolean; changes: number }

const Card = memo(function Card<Row>({ id, row, columns, hidden, striped, changes }: CardProps<Row>) {
  const content = useMemo(() => <CardContent {...{ row, columns }} />, [row, columns])
  if (hidden) return <li hidden>{content}</li>
  return (
    <li data-row-key={id} data-striped={striped} data-changed={changeMark(changes)}>
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
