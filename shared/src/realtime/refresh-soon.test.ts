import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { refreshCountsSoon } from './refresh-soon.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('renews the dashboard at once, then at most every 30 s while rows change all the time', async () => {
  vi.useFakeTimers()
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const times = () => invalidated.mock.calls.filter(([filter]) => filter?.refetchType === undefined).length
  refreshCountsSoon('dashboard')
  expect(times()).toBe(1)
  for (let second = 0; second < 61; second += 1) {
    refreshCountsSoon('dashboard')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(times()).toBe(3)
})
