import { expect, it } from 'vitest'
import { renderHook, waitFor } from '@testing-library/react'
import { useGrowing } from './use-growing.ts'

const people = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `p${from + at}`)

it('draws a few new rows at once, and the others soon after', async () => {
  const keys = people(100)
  const { result } = renderHook(() => useGrowing(keys))
  expect(result.current.count).toBe(8)
  await waitFor(() => expect(result.current.count).toBeGreaterThanOrEqual(100))
})

it('keeps what stands when some rows change, and begins anew with other rows', async () => {
  const { result, rerender } = renderHook(({ now }) => useGrowing(now), { initialProps: { now: people(100) } })
  await waitFor(() => expect(result.current.count).toBeGreaterThanOrEqual(100))
  rerender({ now: ['newcomer', ...people(99, 1)] })
  expect(result.current.count).toBeGreaterThanOrEqual(100)
  rerender({ now: people(100) })
  expect(result.current).toMatchObject({ fresh: 0 })
  rerender({ now: people(100, 1000) })
  expect(result.current).toEqual({ count: 8, fresh: 1 })
  await waitFor(() => expect(result.current.count).toBeGreaterThanOrEqual(100))
})

it('keeps the only row when it comes anew', () => {
  const { result, rerender } = renderHook(({ now }) => useGrowing(now), { initialProps: { now: ['p1'] } })
  rerender({ now: ['p1'] })
  expect(result.current.fresh).toBe(0)
})
