import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/texts.ts'
import { changeMark } from '../../ui/change-mark.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Column } from '../column.ts'
import { cellKey, useLines } from './use-lines.ts'

type ListCardsProps<Row> = {
  title: string
  /** The page of the query that the rows are. */
  queryHash: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  changes: ReadonlyMap<string, number>
}

/** The rows on a phone, where a table would not fit: one card a row, what matters most first, the rest behind More. */
export function ListCards<Row extends object>({ title, queryHash, rows, columns, changes }: ListCardsProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const { ids, keys } = useLines(queryHash, rows, list)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) =>
      setOpened((before) =>
        before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id),
      ),
    [],
  )
  return (
    <ul className="il-cards il-lines" ref={list} aria-label={title}>
      {rows.map((row, at) => {
        const id = ids[at] ?? ''
        const isStriped = at % 2 === 1
        const isOpen = opened.has(id)
        return (
          <Card key={keys[at]} changes={changes.get(id) ?? 0} {...{ id, row, columns, isStriped, isOpen, toggle }} />
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
  isOpen: boolean
  toggle: (id: string) => void
  changes: number
}

const Card = memo(function Card<Row>({ id, row, columns, isStriped, isOpen, toggle, changes }: CardProps<Row>) {
  const content = useMemo(
    () => <CardContent {...{ id, row, columns, isOpen, toggle }} />,
    [id, row, columns, isOpen, toggle],
  )
  return (
    <li data-row-key={id} data-striped={isStriped} data-open={isOpen} data-changed={changeMark(changes)}>
      {content}
    </li>
  )
}) as <Row>(props: CardProps<Row>) => ReactNode

function CardContent<Row>({ id, row, columns, isOpen, toggle }: Omit<CardProps<Row>, 'isStriped' | 'changes'>) {
  const heading = columns.find(({ phone }) => phone === 'heading') ?? columns[0]
  const beside = columns.filter(({ phone }) => phone === 'beside')
  const lines = columns.filter((column) => column !== heading && column.phone !== 'hidden' && column.phone !== 'beside')
  const marked = lines.filter(({ phone }) => phone === 'brief')
  const brief = marked.length > 0 ? marked : lines.slice(0, 2)
  const rest = lines.filter((column) => !brief.includes(column))
  return (
    <>
      <div className="il-cards-heading">
        {heading && (
          <div key={cellKey(heading, id)} id={`il-card-${id}`}>
            {heading.render(row)}
          </div>
        )}
        {beside.length > 0 && <Facts columns={beside} {...{ id, row }} />}
        {rest.length > 0 && (
          <button
            type="button"
            className="il-icon-button il-cards-more"
            aria-label={t(isOpen ? 'list.less' : 'list.more')}
            aria-describedby={`il-card-${id}`}
            aria-expanded={isOpen}
            onClick={() => toggle(id)}
          >
            <Icon id="chevron-down" />
          </button>
        )}
      </div>
      <Facts columns={brief} {...{ id, row }} />
      {isOpen && <Facts columns={rest} {...{ id, row }} />}
    </>
  )
}

const Facts = <Row,>({ columns, id, row }: Pick<CardProps<Row>, 'columns' | 'id' | 'row'>) => (
  <dl>
    {columns.map((column) => (
      <div key={cellKey(column, id)}>
        <dt>{column.title}</dt>
        <dd>{column.render(row)}</dd>
      </div>
    ))}
  </dl>
)
