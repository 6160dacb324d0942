import { cleanup } from '@testing-library/react'
import type { SetupServerApi } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { queryClient } from '../api/index.ts'

const nextTask = setTimeout

/**
 * Lets a mock server answer the calls of a test file. A call that no handler answers fails the run. No test leaves a
 * screen or a call to the next one, nor to the next file: files share the page.
 */
export function startMockServer(server: SetupServerApi) {
  beforeAll(() => {
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterEach(async () => {
    cleanup()
    queryClient.clear()
    await new Promise((resolve) => nextTask(resolve))
    server.resetHandlers()
  })
  afterAll(() => {
    server.close()
  })
}
