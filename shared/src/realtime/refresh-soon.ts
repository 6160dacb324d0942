import { dropFirstAnswer } from '../api/first-answer.ts'
import { outdate } from '../api/query-client.ts'
import type { Resource } from '../api/query-client.ts'
import { withBackoff } from './backoff.ts'

/** Reloads what shows a resource, because others changed it: at once, then so far apart. */
function refreshEvery(gap: number): (resource: Resource) => void {
  const refreshing = new Map<Resource, ReturnType<typeof withBackoff>>()
  return (resource) => {
    dropFirstAnswer()
    const one = refreshing.get(resource) ?? withBackoff(() => outdate(resource), { gap })
    refreshing.set(resource, one)
    one.want()
  }
}

export const refreshSoon = refreshEvery(2000)

/** The same for what counts all rows, such as the dashboard. */
export const refreshCountsSoon = refreshEvery(30_000)
