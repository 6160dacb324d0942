import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, makeChange, queryClient, useChange } from './index.ts'
import type { UseChangeOptions } from './index.ts'

const asked = vi.fn(() => Promise.resolve(null))
const refused = (status: number, more = {}) => new ApiError({ kind: 'refused', status, ...more })

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // A query is read again only where a screen shows it.
  new QueryObserver(queryClient, { queryKey: ['drivers', 'list'], queryFn: asked }).subscribe(() => undefined)
  await waitFor(() => expect(queryClient.getQueryData(['drivers', 'list'])).toBe(null))
  asked.mockClear()
})
afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
})

function renderChange(options: Partial<UseChangeOptions<string>>) {
  const all = { what: 'Changing it', send: async () => undefined, reloads: ['drivers' as const], ...options }
  const { result } = renderHook(() => useChange<string>(all))
  return result
}

it('is sent once however often it is asked for, and is busy until it is said', async () => {
  let say: () => void = () => undefined
  const send = vi.fn(async () => undefined)
  const change = renderChange({ send, onMade: () => new Promise<void>((resolve) => (say = resolve)) })
  await act(async () => {
    change.current.make('a')
    change.current.make('b')
  })
  expect(send).toHaveBeenCalledTimes(1)
  await waitFor(() => expect([change.current.isPending, change.current.payload]).toEqual([true, 'a']))
  expect(asked).toHaveBeenCalledTimes(1)
  await act(async () => say())
  await waitFor(() => expect(change.current.isPending).toBe(false))
  await act(async () => change.current.make('b'))
  expect(send).toHaveBeenCalledTimes(2)
})

it.each([
  ['refused for another reason', refused(400), 0],
  ['changed by somebody else', refused(409), 1],
  ['not as the change needs it', refused(409, { title: 'The driver has not asked for it' }), 1],
  ['still under way', refused(409, { retryAfterSeconds: 1 }), 0],
  ['gone', refused(404), 1],
  ['without an answer', new ApiError({ kind: 'timeout' }), 1],
  ['without an answer from behind a proxy', refused(504), 1],
])('reads the rows again when they may be others: %s', async (_, error, times) => {
  const onFailed = vi.fn()
  const change = renderChange({ send: () => Promise.reject(error), onFailed })
  await act(async () => change.current.make('a'))
  expect(onFailed).toHaveBeenCalledWith(error, 'a', expect.any(Promise))
  await waitFor(() => expect([change.current.error, change.current.isPending]).toEqual([error, false]))
  expect(asked).toHaveBeenCalledTimes(times)
  expect(console.error).toHaveBeenCalledTimes(1)
  expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/^Changing it: /))
  await expect(
    makeChange({ what: 'Undoing it', send: () => Promise.reject(error), reloads: ['drivers'] }, undefined),
  ).rejects.toBe(error)
  expect(asked).toHaveBeenCalledTimes(times * 2)
  expect(console.error).toHaveBeenCalledTimes(2)
})

it('leaves no payload behind when its form is gone', async () => {
  await makeChange({ what: 'Changing a password', send: async (_: string) => undefined }, 'a password')
  expect(queryClient.getMutationCache().getAll()).toHaveLength(1)
  await waitFor(() => expect(queryClient.getMutationCache().getAll()).toHaveLength(0), { timeout: 3000 })
})
