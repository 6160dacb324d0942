import { act, cleanup } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { SetupServerApi } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { postForDone, queryClient } from '../api/index.ts'

const nextTask = setTimeout

/**
 * Lets a mock server answer the calls of a test file. A test fails that makes a call which no handler answers. None
 * leaves a screen or a call to the next one, nor to the next file: files share the page.
 */
export function startMockServer(server: SetupServerApi) {
  const handlers = server.listHandlers()
  const unanswered: string[] = []
  const lastHandler = http.all('*', ({ request }) => {
    unanswered.push(`${request.method} ${request.url}`)
    return HttpResponse.error()
  })
  const reset = () => server.resetHandlers(...handlers, lastHandler)
  beforeAll(() => {
    server.listen()
    reset()
  })
  beforeEach(() => {
    unanswered.length = 0
  })
  afterEach(async () => {
    cleanup()
    queryClient.clear()
    await new Promise((resolve) => nextTask(resolve))
    reset()
    expect(unanswered.join(', '), 'calls that no handler answers').toBe('')
  })
  afterAll(() => {
    server.close()
  })
}

/**
 * A call of the API that begins now and is answered. What was called before has been answered and taken then, so that a
 * test can say what did not come of it.
 */
export async function makeRoundTrip(server: SetupServerApi) {
  server.use(http.post('*/api/v1/round-trip', () => HttpResponse.json({ success: true })))
  await act(() => postForDone('/round-trip', {}))
}
