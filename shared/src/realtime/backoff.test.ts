import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withBackoff } from './backoff.ts'

const backoff = { soon: 250, gap: 2000 }
let visible = true

beforeEach(() => {
  vi.useFakeTimers()
  visible = true
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => !visible)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('does once what was wanted a thousand times in a second, and once more for what came later', async () => {
  const act = vi.fn(async () => true)
  const checking = withBackoff(act, backoff)
  for (let at = 0; at < 1000; at += 1) {
    checking.want()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(act).toHaveBeenCalledTimes(2)
})

it('goes on when the clock of the machine is set back', async () => {
  const act = vi.fn(async () => true)
  const checking = withBackoff(act, backoff)
  checking.want()
  await vi.advanceTimersByTimeAsync(1000)
  vi.setSystemTime(Date.now() - 86_400_000)
  checking.want()
  await vi.advanceTimersByTimeAsync(5000)
  expect(act).toHaveBeenCalledTimes(2)
})

it('is never twice at once, and rests longer after what took long', async () => {
  const act = vi.fn(() => new Promise<boolean>((resolve) => void setTimeout(() => resolve(true), 3000)))
  const checking = withBackoff(act, backoff)
  checking.want()
  await vi.advanceTimersByTimeAsync(1000)
  checking.want()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(act).toHaveBeenCalledTimes(2)
})

it('waits while the page is hidden', async () => {
  const act = vi.fn(async () => true)
  const checking = withBackoff(act, backoff)
  visible = false
  checking.want()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(act).not.toHaveBeenCalled()
  visible = true
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(300)
  expect(act).toHaveBeenCalledTimes(1)
})

it('tries again what failed, later each time, and nothing after its end', async () => {
  const act = vi.fn(async () => false)
  const checking = withBackoff(act, backoff)
  checking.want()
  await vi.advanceTimersByTimeAsync(300)
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(4000)
  expect(act).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4000)
  expect(act).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4000)
  expect(act).toHaveBeenCalledTimes(3)
  checking.end()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(act).toHaveBeenCalledTimes(3)
})
