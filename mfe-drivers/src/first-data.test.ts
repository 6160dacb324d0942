import { expect, it } from 'vitest'
import remote from '../remote.json'
import { driverColumns } from './driver-columns.tsx'

it('remote.json names every column that the table sorts by: an address that names another is asked ahead in the usual order', () => {
  const columns = driverColumns({
    show: () => undefined,
    openChat: () => undefined,
    mayWrite: true,
  })
  expect(remote.firstData['/drivers'].sorts.split(' ')).toEqual(columns.flatMap(({ sortKey }) => sortKey ?? []))
})
