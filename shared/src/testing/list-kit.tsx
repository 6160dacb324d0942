import type { ReactNode } from 'react'
import { beforeEach } from 'vitest'
import { apiUrl, isolateTests, mockServer, openRoutes } from './index.ts'

export { mockServer }

let test = 0

/** The list call of this test; what one test learned of its backend no other knows. */
export const listPath = () => `/admin/people-${test}`
export const listId = () => `tests/people-${test}` as const
export const listUrl = () => apiUrl + listPath()

/** Each test on its own, with so many rows on a page. */
export function isolateLists(tableSize: number) {
  isolateTests(tableSize)
  beforeEach(() => void (test += 1))
}

/** A list at `/people`, as the shell would show it. */
export function showList(list: ReactNode, address: string) {
  return openRoutes(
    [
      { path: '/people', element: list },
      { path: '/', element: <p>home</p> },
    ],
    address,
  )
}
