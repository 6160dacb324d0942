import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { render } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { setupServer } from 'msw/node'
import { queryClient } from '../api/index.ts'
import { usePreferences } from '../session/index.ts'
import { createMemoryRouter, RouterProvider } from '../router/index.ts'
import { InterlineProvider } from '../ui/index.ts'
import { startMockServer } from './mock-server.ts'

export const mockServer = setupServer()

let test = 0

/** The list call of this test; what one test learned of its backend no other knows. */
export const listPath = () => `/admin/people-${test}`
export const listUrl = () => `${window.location.origin}/api/v1${listPath()}`

/** Each test on its own, with so many rows on a page. */
export function isolateLists(tableSize: number) {
  startMockServer(mockServer)
  beforeEach(() => {
    test += 1
    usePreferences.setState({ tableSize, timeZone: 'UTC' })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())
}

/** A list at `/people`, as the shell would show it. */
export function showList(list: ReactNode, address: string) {
  const router = createMemoryRouter(
    [
      { path: '/people', element: list },
      { path: '/', element: <p>home</p> },
    ],
    { initialEntries: [address] },
  )
  render(
    <InterlineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </InterlineProvider>,
  )
  return router
}
