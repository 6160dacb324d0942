import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Column } from '../column.ts'
import { ListTable } from './data-table.tsx'
import { ListCards } from './list-cards.tsx'

type Person = { _id: string; name: string }
const people = (...names: string[]): Person[] => names.map((name) => ({ _id: name, name }))

let rendered: string[] = []
let toggled: string[] = []

function Toggle({ name }: { name: string }) {
  const [on, setOn] = useState(false)
  toggled.push(name)
  return <button type="button" role="switch" aria-checked={on} aria-label={`Mark ${name}`} onClick={() => setOn(!on)} />
}

const columns: readonly Column<Person>[] = [
  {
    key: 'name',
    title: 'Name',
    stateless: true,
    phone: 'heading',
    render: ({ name }) => {
      rendered.push(name)
      return <b>{name}</b>
    },
  },
  { key: 'mark', title: 'Mark', render: ({ name }) => <Toggle name={name} /> },
  { key: 'act', title: 'Act', stateless: true, render: ({ name }) => <button type="button">Open {name}</button> },
]
const noChanges = new Map<string, number>()
const ignore = () => undefined
const lineOf = (name: string) => screen.getByText(name).closest('[data-row-key]')

beforeEach(() => {
  rendered = []
  toggled = []
})
afterEach(cleanup)

describe.each(['table', 'cards'])('the lines of a list as %s', (kind) => {
  const list = (queryHash: string, rows: readonly Person[], changes: ReadonlyMap<string, number> = noChanges) => {
    const shown = { title: 'People', queryHash, rows, columns, changes }
    return kind === 'table' ? <ListTable {...shown} sort="" onSort={ignore} /> : <ListCards {...shown} />
  }

  it('are filled anew with another page, in its order, and one that is missing is made', () => {
    const { rerender } = render(list('page 1', people('Ann', 'Bob')))
    const [ann, bob, text] = [lineOf('Ann'), lineOf('Bob'), screen.getByText('Ann')]
    rerender(list('page 2', people('Bob', 'Cid', 'Dan')))
    expect([lineOf('Bob'), lineOf('Cid'), screen.getByText('Bob')]).toEqual([ann, bob, text])
    expect(ann?.getAttribute('data-row-key')).toBe('Bob')
    const all = [...document.querySelectorAll('[data-row-key]')]
    expect(all.map((line) => line.getAttribute('data-row-key'))).toEqual(['Bob', 'Cid', 'Dan'])
    rerender(list('page 3', people('Eve')))
    expect(document.querySelectorAll('[data-row-key]')).toHaveLength(1)
  })

  it('stay with their rows while the page is the same', () => {
    const [ann, bob, cid] = people('Ann', 'Bob', 'Cid') as [Person, Person, Person]
    const { rerender } = render(list('page 1', [ann, bob]))
    const [first, second] = [lineOf('Ann'), lineOf('Bob')]
    rerender(list('page 1', [cid, bob, ann]))
    expect([lineOf('Ann'), lineOf('Bob')]).toEqual([first, second])
    rerender(list('page 1', [cid, ann]))
    expect(lineOf('Ann')).toBe(first)
    expect(lineOf('Cid')).not.toBe(second)
  })

  it('have no state of the row before', async () => {
    const { rerender } = render(list('page 1', people('Ann')))
    await userEvent.click(screen.getByRole('switch', { name: 'Mark Ann' }))
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
    rerender(list('page 2', people('Bob')))
    expect(screen.getByRole('switch', { name: 'Mark Bob' }).getAttribute('aria-checked')).toBe('false')
  })

  it('leave no focus on the control of another row', () => {
    const { rerender } = render(list('page 1', people('Ann', 'Bob')))
    screen.getByRole('button', { name: 'Open Bob' }).focus()
    rerender(list('page 1', people('Ann', 'Bob')))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Bob' }))
    rerender(list('page 2', people('Cid', 'Dan')))
    expect(document.activeElement).toBe(document.body)
  })

  it('are rendered alone when their row changes, lights up or is used', async () => {
    const [ann, bob, cid] = people('Ann', 'Bob', 'Cid') as [Person, Person, Person]
    const { rerender } = render(list('page 1', [ann, bob, cid]))
    const rows = [ann, { ...bob, name: 'Bobby' }, cid]
    rendered = []
    toggled = []
    rerender(list('page 1', rows, new Map([['Bob', 1]])))
    expect([rendered, toggled]).toEqual([['Bobby'], ['Bobby']])
    rendered = []
    toggled = []
    rerender(list('page 1', rows, new Map([['Cid', 1]])))
    expect([rendered, toggled]).toEqual([[], []])
    await userEvent.hover(screen.getByText('Ann'))
    await userEvent.click(screen.getByText('Ann'))
    expect([rendered, toggled]).toEqual([[], []])
    await userEvent.click(screen.getByRole('switch', { name: 'Mark Cid' }))
    expect([rendered, toggled]).toEqual([[], ['Cid']])
  })
})
