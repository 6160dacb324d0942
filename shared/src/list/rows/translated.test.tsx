import { expect, it } from 'vitest'
import { render, screen } from '@testing-library/react'
import { translatePage } from '../../testing/translate-page.ts'
import { DateText, DocumentLink, PersonCell, StatusBadge } from '../../ui/index.ts'
import type { Column } from '../column.ts'
import { ListTable } from './data-table.tsx'
import { ListCards } from './list-cards.tsx'
import { RowButton } from './row-button.tsx'

type Row = { _id: string; name: string; status: string; at: string; file: string; busy: boolean }

const Bare = ({ text }: { text: string }) => <span>{text}</span>

const columnsOf = (stateless: boolean): readonly Column<Row>[] => {
  const column = (key: string, render: Column<Row>['render'], more: Partial<Column<Row>> = {}): Column<Row> => ({
    ...{ key, title: key, render, stateless },
    ...more,
  })
  return [
    column('name', ({ name, status }) => <PersonCell name={name} detail={status} />, { phone: 'heading' }),
    column('status', ({ status }) => <StatusBadge status={status} />, { phone: 'brief' }),
    column('at', ({ at }) => <DateText value={at} />, { phone: 'brief' }),
    column('file', ({ file }) => <DocumentLink href={file} label="File" />, { phone: 'brief' }),
    column('text', ({ name }) => name, { phone: 'brief' }),
    column('maybe', ({ name, busy }) => (busy ? <Bare text={name} /> : name), { phone: 'brief' }),
    column('act', ({ name, busy }) => <RowButton label={name} icon="edit" text={`Edit ${name}`} busy={busy} />, {
      phone: 'brief',
    }),
  ]
}

const row = (name: string, status: string, busy: boolean): Row => ({
  ...{ _id: name, name, status, busy },
  at: busy ? 'never' : `2026-0${name.length}-01T12:00:00Z`,
  file: busy ? '' : `https://files.test/uploads/${name}.pdf`,
})
const [ann, bobby, cid] = [row('Ann', 'Started', true), row('Bobby', 'Odd one', false), row('Cid', 'Pending', false)]

it.each((['table', 'cards'] as const).flatMap((kind) => [true, false].map((stateless) => [kind, stateless] as const)))(
  'a translated list as %s has the right texts, its cells stateless: %s',
  (kind, stateless) => {
    const columns = columnsOf(stateless)
    const list = (queryHash: string, rows: readonly Row[]) => {
      const shown = { title: 'People', queryHash, rows, columns, changes: new Map<string, number>() }
      return kind === 'table' ? <ListTable {...shown} sort="" onSort={() => undefined} /> : <ListCards {...shown} />
    }
    const steps: [string, Row[]][] = [
      ['1', [ann, bobby, cid]],
      ['2', [cid, ann, bobby]],
      ['2', [cid, { ...ann, busy: false, status: 'Rejected' }, bobby]],
      ['3', [bobby]],
      ['4', [ann, cid, bobby]],
    ]
    const texts = () => [...document.querySelectorAll('[data-row-key]')].map((line) => line.textContent)
    const expected = steps.map(([view, rows]) => {
      const { unmount } = render(list(view, rows))
      const right = texts()
      unmount()
      return right
    })
    const { rerender } = render(list(...(steps[0] as [string, Row[]])))
    expect(screen.getAllByText('Bobby').length).toBeGreaterThan(0)
    for (const [at, [view, rows]] of steps.entries()) {
      translatePage()
      rerender(list(view, rows))
      expect(texts(), `step ${at}`).toEqual(expected[at])
    }
  },
)
