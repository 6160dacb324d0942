import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchIdle } from './watch-idle.ts'

type Listener = { onmessage: ((event: { data: unknown }) => void) | null }

/** The tabs of one browser: what one says, the others hear at once. */
class Channel implements Listener {
  static open = new Set<Channel>()
  onmessage: Listener['onmessage'] = null
  constructor() {
    Channel.open.add(this)
  }
  postMessage(data: unknown) {
    for (const other of Channel.open) if (other !== this) other.onmessage?.({ data })
  }
  close() {
    Channel.open.delete(this)
  }
}

const stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', Channel)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab of its own window: acts in one are not acts in the other. */
async function open(minutes: number | null) {
  const listeners = new Map<string, EventListener>()
  const add = vi.spyOn(window, 'addEventListener').mockImplementation((name, listener) => {
    listeners.set(name, listener as EventListener)
  })
  const report = vi.fn(async (_idleSeconds: number) => minutes)
  const warn = vi.fn<(secondsLeft: number | null) => void>()
  const end = vi.fn()
  stops.push(watchIdle({ report, warn, end }))
  add.mockRestore()
  await vi.advanceTimersByTimeAsync(0)
  return { report, warn, end, act: (name = 'keyup') => listeners.get(name)?.(new Event(name)) }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

it('warns in the last minute, second by second, and ends', async () => {
  const { warn, end } = await open(5)
  await pass(239)
  expect(warn).not.toHaveBeenCalled()
  await pass(1)
  expect(warn).toHaveBeenLastCalledWith(60)
  await pass(59)
  expect(warn).toHaveBeenLastCalledWith(1)
  expect(end).not.toHaveBeenCalled()
  await pass(1)
  expect(end).toHaveBeenCalled()
})

it('never ends without a policy', async () => {
  const { warn, end } = await open(null)
  await pass(100_000)
  expect([warn.mock.calls, end.mock.calls]).toEqual([[], []])
})

it.each(['pointerup', 'keyup', 'wheel', 'touchend'])('takes the warning back at a %s, and says so', async (name) => {
  const { report, warn, end, act } = await open(5)
  await pass(250)
  act(name)
  await pass(0.01)
  expect(warn).toHaveBeenLastCalledWith(null)
  expect(report).toHaveBeenLastCalledWith(0)
  await pass(299)
  expect(end).not.toHaveBeenCalled()
})

it('reports at most every 20 seconds, and the moment of the last act', async () => {
  const { report, act } = await open(5)
  expect(report.mock.calls).toEqual([[0]])
  await pass(2)
  act()
  await pass(10)
  act()
  expect(report).toHaveBeenCalledTimes(1)
  await pass(8)
  expect(report.mock.calls).toEqual([[0], [8]])
  await pass(100)
  expect(report).toHaveBeenCalledTimes(2)
})

it('counts what is done in another tab', async () => {
  const here = await open(5)
  const there = await open(5)
  await pass(250)
  expect(here.warn).toHaveBeenLastCalledWith(50)
  there.act()
  await pass(0.01)
  expect(here.warn).toHaveBeenLastCalledWith(null)
  await pass(200)
  expect([here.end.mock.calls, there.end.mock.calls]).toEqual([[], []])
})

it('learns of a policy from another tab', async () => {
  const here = await open(null)
  await open(5)
  await pass(301)
  expect(here.end).toHaveBeenCalled()
})

it('ends after a sleep in which one of the clocks stood still', async () => {
  const { end } = await open(5)
  vi.setSystemTime(Date.now() + 3_600_000)
  await pass(1)
  expect(end).toHaveBeenCalled()
})

it('goes on where a report fails', async () => {
  const { report, end, act } = await open(5)
  await pass(30)
  report.mockRejectedValueOnce(new Error('no connection'))
  act()
  await pass(299)
  expect(end).not.toHaveBeenCalled()
  await pass(1)
  expect(end).toHaveBeenCalled()
})
