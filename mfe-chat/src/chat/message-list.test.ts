import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Line } from '../conversation/conversation.ts'
import { useSoughtMessage } from './message-list.tsx'

const linesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ key: `m${first + at}`, seq: first + at }) as Line)

it('loads what comes before until the message is there, and shows it once', () => {
  const [load, show] = [vi.fn(), vi.fn()]
  const earlier = (has: boolean, state: 'idle' | 'loading' = 'idle') => ({ has, state, load })
  const { rerender } = renderHook(({ lines, of }) => useSoughtMessage(7, lines, of, show), {
    initialProps: { lines: [] as Line[], of: earlier(false) },
  })
  rerender({ lines: linesFrom(20, 30), of: earlier(true) })
  expect(load).toHaveBeenCalledTimes(1)
  rerender({ lines: linesFrom(20, 30), of: earlier(true, 'loading') })
  rerender({ lines: linesFrom(5, 30), of: earlier(true) })
  expect(load).toHaveBeenCalledTimes(1)
  expect(show.mock.calls).toEqual([[2]])
  rerender({ lines: linesFrom(5, 31), of: earlier(true) })
  expect(show).toHaveBeenCalledTimes(1)
})

it('gives up on a message that the conversation does not have', () => {
  const [load, show] = [vi.fn(), vi.fn()]
  renderHook(() => useSoughtMessage(7, linesFrom(8, 9), { has: false, state: 'idle', load }, show))
  expect([load.mock.calls, show.mock.calls]).toEqual([[], []])
})
