import { expect, it } from 'vitest'
import { previewOf } from '../preview.ts'
import { createSelection } from './selection.ts'

const rows = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }))
const [a, b, c, d] = rows as [{ _id: string }, { _id: string }, { _id: string }, { _id: string }]
const idsOf = ({ use }: ReturnType<typeof createSelection>) => [...use.getState().chosen.keys()]

it('selects all rows between two, in both directions, and takes them out the same way', () => {
  const selection = createSelection()
  selection.follow(rows)
  selection.toggle(c, true, false)
  selection.toggle(a, true, true)
  expect(idsOf(selection).sort()).toEqual(['a', 'b', 'c'])
  selection.toggle(b, false, false)
  selection.toggle(d, false, true)
  expect(idsOf(selection)).toEqual(['a'])
})

it('keeps what is selected on another page, and each row as it is now', () => {
  const selection = createSelection()
  selection.follow(rows)
  selection.togglePage(true)
  const renewed = { _id: 'b', status: 'Started' }
  selection.follow([renewed, { _id: 'e' }])
  expect(idsOf(selection)).toEqual(['a', 'b', 'c', 'd'])
  expect(selection.use.getState().chosen.get('b')).toBe(renewed)
})

it('says how many rows change and why others are left, and takes rows of one person once', () => {
  const bookings = [
    { _id: '1', status: 'Pending', user: 'u' },
    { _id: '2', status: 'Started', user: 'u' },
    { _id: '3', status: 'Pending', user: 'v' },
    { _id: '4', status: 'Pending', user: 'v' },
  ]
  const act = {
    key: 'x',
    label: 'X',
    permission: 'drivers:write' as const,
    reasonToLeave: ({ status }: { status: string }) => (status === 'Started' ? 'already Started' : null),
    sameAs: ({ user }: { user: string }) => user,
    change: () => Promise.resolve(),
    reload: () => undefined,
  }
  const { will, left } = previewOf(act, bookings, {})
  expect(will.map(({ _id }) => _id)).toEqual(['1', '3'])
  expect(left).toEqual([{ reason: 'already Started', count: 1 }])
})
