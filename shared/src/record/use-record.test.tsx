import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/index.ts'
import { outdate } from '../api/query-client.ts'
import { notifyAllRows, notifyRows } from '../realtime/row-changes.ts'
import type { RowChange } from '../realtime/row-changes.ts'
import { makeRoundTrip, startMockServer } from '../testing/mock-server.ts'
import { useListPart, useNotes, useRecord } from './use-record.ts'

const base = `${window.location.origin}/api/v1`
let asked: string[] = []
const mockServer = setupServer(
  http.get(`${base}/admin/*`, ({ request }) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname.split('/').at(-1) ?? '')
    return HttpResponse.json({ success: true, data: pathname.endsWith('rides') ? [{ _id: 'b1' }] : [], meta: {} })
  }),
)
startMockServer(mockServer)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A driver's page, and what it asks for after this. */
async function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const useRelatedList = () => [
    useRecord('driver', 'd1'),
    useNotes('driver', 'd1'),
    useListPart('user-rides', '/admin/user/rides', { driver_id: 'd1' }),
  ]
  const view = renderHook(useRelatedList, { wrapper })
  await waitFor(() => expect(view.result.current.every(({ isFetched }) => isFetched)).toBe(true))
  asked = []
  return view
}

/** As the socket does it: those who listen, then all that shows the resource. */
async function happens(resource: 'drivers' | 'user-rides', change: RowChange) {
  act(() => {
    notifyRows(resource, change)
    outdate(resource)
  })
  await makeRoundTrip(mockServer)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

it.each<[string, 'drivers' | 'user-rides', RowChange, string[]]>([
  ['another driver changed', 'drivers', { ids: ['d2'], kind: 'changed' }, []],
  ['another driver came', 'drivers', { ids: ['d3'], kind: 'created' }, []],
  ['the driver changed', 'drivers', { ids: ['d0', 'd1'], kind: 'changed' }, ['d1', 'notes']],
  ['some driver changed', 'drivers', { ids: null, kind: null }, ['d1', 'notes']],
  ['nothing is known to have happened', 'drivers', { ids: null, kind: null, isGuess: true }, []],
  ['a booking of theirs changed', 'user-rides', { ids: ['b1'], kind: 'changed' }, ['rides']],
  ['a booking of others changed', 'user-rides', { ids: ['b2'], kind: 'changed' }, []],
  ['a booking came, of whom nobody says', 'user-rides', { ids: ['b3'], kind: 'created' }, ['rides']],
])('reads again only what a change concerns: %s', async (_what, resource, change, expected) => {
  await open()
  await happens(resource, change)
  expect(asked.toSorted()).toEqual(expected)
})

it('reads all of it once after events were missed', async () => {
  await open()
  act(() => {
    outdate()
    notifyAllRows('lost')
  })
  await waitFor(() => expect(asked.toSorted()).toEqual(['d1', 'notes', 'rides']))
})

it('reads a burst of changes twice, and nothing that nobody sees', async () => {
  const view = await open()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const reads = vi.spyOn(queryClient, 'invalidateQueries')
  const change = () => notifyRows('drivers', { ids: ['d1'], kind: 'changed' })
  const records = () => reads.mock.calls.length / 2
  for (let at = 0; at < 50; at += 1) change()
  expect(records()).toBe(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(records()).toBe(2)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  for (let at = 0; at < 50; at += 1) change()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(records()).toBe(2)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(records()).toBe(3)
  view.unmount()
  change()
  expect(records()).toBe(3)
})
