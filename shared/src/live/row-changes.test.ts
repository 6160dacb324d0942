import { expect, it, vi } from 'vitest'
import { hearRows, readRowsChanged, tellAllRows, tellRows } from './row-changes.ts'

it.each([
  ['what older backends say', { noun: 'drivers', _id: 'd1' }, { noun: 'drivers', change: { ids: ['d1'], kind: null } }],
  ['a noun alone', { noun: 'user-rides' }, { noun: 'user-rides', change: { ids: null, kind: null } }],
  ['one record', { noun: 'users', _id: 'u1', kind: 'created' }, { noun: 'users', change: { ids: ['u1'], kind: 'created' } }],
  ['several records', { noun: 'chats', ids: ['a', 'b'], kind: 'removed' }, { noun: 'chats', change: { ids: ['a', 'b'], kind: 'removed' } }],
  ['a kind of a later version', { noun: 'chats', ids: ['a', 7, ''], kind: 'merged' }, { noun: 'chats', change: { ids: ['a'], kind: null } }],
])('understands %s', (_, said, heard) => {
  expect(readRowsChanged(said)).toEqual(heard)
})

it.each([[undefined], [null], ['drivers'], [{}], [{ noun: 'planets' }], [{ noun: 'toString' }], [{ noun: 7 }]])('makes nothing of %j', (said) => {
  expect(readRowsChanged(said)).toBeNull()
})

it('tells those who hear a noun, until they stop', () => {
  const [drivers, users] = [vi.fn(), vi.fn()]
  const stops = [hearRows('drivers', drivers), hearRows('users', users)]
  tellRows('drivers', { ids: ['d1'], kind: 'changed' })
  expect([drivers.mock.calls.length, users.mock.calls.length]).toEqual([1, 0])
  tellAllRows('lost')
  expect(users).toHaveBeenCalledWith({ ids: null, kind: null })
  for (const stop of stops) stop()
  tellAllRows('lost')
  expect([drivers.mock.calls.length, users.mock.calls.length]).toEqual([2, 1])
})
