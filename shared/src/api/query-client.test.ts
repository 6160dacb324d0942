import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, queryClient } from './index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const retryOf = () => queryClient.getDefaultOptions().queries?.retry ?? false

/** How often it is asked until its reader is told, and how long that takes when each answer comes at once; ms. */
async function toldAfter(facts: ConstructorParameters<typeof ApiError>[0]) {
  const began = Date.now()
  const queryFn = vi.fn(() => Promise.reject(new ApiError(facts)))
  // fetchQuery alone does not retry: it is asked as a screen asks.
  const told = queryClient.fetchQuery({
    queryKey: ['x'],
    queryFn,
    retry: retryOf(),
  })
  const ms = told.then(
    () => expect.unreachable(),
    () => Date.now() - began,
  )
  await vi.advanceTimersByTimeAsync(1000)
  return [queryFn.mock.calls.length, await ms]
}

it.each([400, 403, 404, 409, 422, 429, 500])('tells of a %i at once', async (status) => {
  expect(await toldAfter({ kind: 'refused', status })).toEqual([1, 0])
})

it.each([502, 503, 504])('asks once more after a %i, and tells soon', async (status) => {
  expect(await toldAfter({ kind: 'refused', status })).toEqual([2, 250])
})

it('does not ask again before the time that the server named, nor after it gave no answer', async () => {
  expect(await toldAfter({ kind: 'refused', status: 503, retryAfterSeconds: 5 })).toEqual([1, 0])
  expect(await toldAfter({ kind: 'timeout' })).toEqual([1, 0])
  expect(await toldAfter({ kind: 'not-understood', status: 200 })).toEqual([1, 0])
  expect(await toldAfter({ kind: 'network' })).toEqual([2, 250])
  expect(await toldAfter({ kind: 'aborted' })).toEqual([2, 250])
})
