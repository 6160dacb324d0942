import { beforeEach, expect, it, vi } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Column } from '../../list/column.ts'
import type { ListId } from '../../list/data/use-list-query.ts'
import { MemoryRouter } from '../../router/index.ts'

const columns: readonly Column<object>[] = ['name', 'email', 'phone'].map((key) => ({
  key,
  title: key,
  render: () => key,
}))

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})

/** How a list is laid out in a page that is loaded now. */
async function layoutOf(id: ListId) {
  const { useLayout } = await import('./use-layout.ts')
  const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>
  return renderHook(() => useLayout(id, columns), { wrapper }).result
}
const remember = (columns: object) =>
  localStorage.setItem('interline-lists', JSON.stringify({ state: { density: 'compact', columns }, version: 0 }))
const keysOf = ({ current }: Awaited<ReturnType<typeof layoutOf>>) => current.arranged.map(({ key }) => key)

it('keeps the layouts of two lists of one resource apart, and remembers both', async () => {
  const late = await layoutOf('drivers/late')
  act(() => late.current.change({ text: '-email' }))
  expect(keysOf(await layoutOf('drivers/drivers'))).toEqual(['name', 'email', 'phone'])
  vi.resetModules()
  expect(keysOf(await layoutOf('drivers/late'))).toEqual(['name', 'phone'])
})

it('has the layouts that this browser remembers by the names of before', async () => {
  remember({ drivers: '-email', 'driver-rides': '-phone', audit: 'phone,name,email' })
  const drivers = await layoutOf('drivers/drivers')
  expect([keysOf(drivers), drivers.current.density]).toEqual([['name', 'phone'], 'compact'])
  expect(keysOf(await layoutOf('rides/driver-rides'))).toEqual(['name', 'email'])
  expect(keysOf(await layoutOf('team/audit'))).toEqual(['phone', 'name', 'email'])
})

it('takes nothing that is no layout', async () => {
  remember({ 'drivers/drivers': 7 })
  expect(keysOf(await layoutOf('drivers/drivers'))).toEqual(['name', 'email', 'phone'])
})
