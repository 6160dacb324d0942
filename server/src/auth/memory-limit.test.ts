import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countAttempt, createRateLimits } from './rate-limit.ts'
import { MemoryLimit } from './memory-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // To the cache the time 0 means that an entry has no time.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

const hour = 3_600_000

it.each([
  ['an hour back', -hour],
  ['a day back', -24 * hour],
  ['a day on', 24 * hour],
])('takes no notice of a clock that is set %s', async (_which, step) => {
  const { signInsPerAccount } = createRateLimits()
  for (let at = 0; at < 10; at += 1) expect(await countAttempt(signInsPerAccount, 'a')).toBeUndefined()
  vi.setSystemTime(Date.now() + step)
  expect(await countAttempt(signInsPerAccount, 'a')).toBe(900)
  vi.advanceTimersByTime(600_000)
  vi.setSystemTime(Date.now() - step)
  expect(await countAttempt(signInsPerAccount, 'a')).toBe(300)
  vi.advanceTimersByTime(300_001)
  expect(await countAttempt(signInsPerAccount, 'a')).toBeUndefined()
})

it('remembers a bounded number of callers, at the same cost for each', async () => {
  const limit = new MemoryLimit({ points: 1, duration: 900 })
  await limit.consume('early')
  await limit.consume('watched')
  for (let at = 0; at < 49_990; at += 1) await limit.consume(`a${at}`)
  await expect(limit.consume('watched')).rejects.toMatchObject({ consumedPoints: 2 })
  for (let at = 0; at < 1000; at += 1) await limit.consume(`b${at}`)
  await expect(limit.consume('watched')).rejects.toMatchObject({ consumedPoints: 3 })
  expect(await limit.consume('early')).toMatchObject({ consumedPoints: 1 })
})
