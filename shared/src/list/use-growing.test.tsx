import { expect, it } from 'vitest'
import { renderHook, waitFor } from '@testing-library/react'
import { useGrowing } from './use-growing.ts'

const people = (count: number) => Array.from({ length: count }, (_, at) => ({ _id: `p${at}` }))

it('draws a few new rows at once, and the others soon after', async () => {
  const rows = people(100)
  const { result } = renderHook(() => useGrowing(rows))
  expect(result.current.count).toBe(8)
  await waitFor(() => expect(result.current.count).toBeGreaterThanOrEqual(100))
})

it('keeps what stands when some rows change, and begins anew with other rows', async () => {
  const rows = people(100)
  const { result, rerender } = renderHook(({ now }) => useGrowing(now), { initialProps: { now: rows } })
  await waitFor(() => expect(result.current.count).toBeGreaterThanOrEqual(100))
  rerender({ now: [{ _id: 'changed' }, ...rows.slice(1)] })
  expect(result.current.count).toBeGreaterThanOrEqual(100)
  expect(result.current.fresh).toBe(0)
  rerender({ now: people(100) })
  expect(result.current.fresh).toBe(1)
  expect(result.current.count).toBe(8)
  await waitFor(() => expect(result.current.count).toBeGreaterThanOrEqual(100))
})
