import type { Column } from './column.ts'
import { rowKeys } from './row-keys.ts'
import { useGrowing } from './use-growing.ts'

type ListCardsProps<Row> = { title: string; rows: readonly Row[]; columns: readonly Column<Row>[] }

/** The rows on a phone, where a table would not fit: one card a row, the columns as its lines. */
export function ListCards<Row extends object>({ title, rows, columns }: ListCardsProps<Row>) {
  const keys = rowKeys(rows)
  const { count } = useGrowing(rows)
  const heading = columns.find(({ phone }) => phone === 'heading') ?? columns[0]
  const lines = columns.filter((column) => column !== heading && column.phone !== 'hidden')
  return (
    <ul className="il-cards" aria-label={title}>
      {rows.slice(0, count).map((row) => (
        <li key={keys.get(row)}>
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
      ))}
    </ul>
  )
}
