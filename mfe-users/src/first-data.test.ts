import { expect, it } from 'vitest'
import remote from '../remote.json'
import { userColumns } from './user-columns.tsx'

it('remote.json names every column that the table sorts by: an address that names another is asked ahead in the usual order', () => {
  const columns = userColumns(
    () => undefined,
    () => undefined,
  )
  expect(remote.firstData['/users'].sorts.split(' ')).toEqual(columns.flatMap(({ sortKey }) => sortKey ?? []))
})
