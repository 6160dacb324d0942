import { expect, it, vi } from 'vitest'
import { notifyAllRows, notifyRows, readRowsChanged, subscribeToRows } from './row-changes.ts'

it.each([
  [
    'an event of an older backend',
    { noun: 'drivers', _id: 'd1' },
    { resource: 'drivers', change: { ids: ['d1'], kind: null } },
  ],
  ['a resource alone', { noun: 'user-rides' }, { resource: 'user-rides', change: { ids: null, kind: null } }],
  [
    'one record',
    { noun: 'users', _id: 'u1', kind: 'created' },
    { resource: 'users', change: { ids: ['u1'], kind: 'created' } },
  ],
  [
    'several records',
    { noun: 'chats', ids: ['a', 'b'], kind: 'removed' },
    { resource: 'chats', change: { ids: ['a', 'b'], kind: 'removed' } },
  ],
  [
    'whose change it was',
    { noun: 'drivers', _id: 'd1', kind: 'changed', by: 'k1' },
    { resource: 'drivers', change: { ids: ['d1'], kind: 'changed' }, by: 'k1' },
  ],
  [
    'a kind of a later version',
    { noun: 'chats', ids: ['a', 7, ''], kind: 'merged', by: 7 },
    { resource: 'chats', change: { ids: ['a'], kind: null } },
  ],
])('understands %s', (_, event, read) => {
  expect(readRowsChanged(event)).toEqual(read)
})

it.each([[undefined], [null], ['drivers'], [{}], [{ noun: 'planets' }], [{ noun: 'toString' }], [{ noun: 7 }]])(
  'makes nothing of %j',
  (event) => {
    expect(readRowsChanged(event)).toBeNull()
  },
)

it('notifies who subscribed to a resource, until they stop', () => {
  const [drivers, users] = [vi.fn(), vi.fn()]
  const stops = [subscribeToRows('drivers', drivers), subscribeToRows('users', users)]
  notifyRows('drivers', { ids: ['d1'], kind: 'changed' })
  expect([drivers.mock.calls.length, users.mock.calls.length]).toEqual([1, 0])
  notifyAllRows('lost')
  expect(users).toHaveBeenCalledWith({ ids: null, kind: null })
  for (const stop of stops) stop()
  notifyAllRows('lost')
  expect([drivers.mock.calls.length, users.mock.calls.length]).toEqual([2, 1])
})
