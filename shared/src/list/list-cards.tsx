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
  const { count } = useGrowing(keys)
  return (
    <ul className="il-cards" aria-label={title}>
      {rows.slice(0, count).map((row, at) => (
        <Card key={keys[at]} id={keys[at] ?? ''} changes={changes.get(keys[at] ?? '') ?? 0} {...{ row, columns }} />
      ))}
    </ul>
  )
}

type CardProps<Row> = { id: string; row: Row; columns: readonly Column<Row>[]; changes: number }

const Card = memo(function Card<Row>({ id, row, columns, changes }: CardProps<Row>) {
  const heading = columns.find(({ phone }) => phone === 'heading') ?? columns[0]
  const lines = columns.filter((column) => column !== heading && column.phone !== 'hidden')
  return (
    <li data-row-key={id} data-changed={changeMark(changes)}>
      <div className="il-cards-heading">{heading?.render(row)}</div>
      <dl>
        {lines.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.render(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}) as <Row>(props: CardProps<Row>) => ReactNode
