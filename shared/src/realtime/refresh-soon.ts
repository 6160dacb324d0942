import { outdate } from '../api/query-client.ts'
import type { Resource } from '../api/query-client.ts'
import { throttlePerKey } from './throttle.ts'
import { whileSeen } from './while-seen.ts'

/**
 * Reloads what shows the resource, because others changed it: at once, then at most every 2 s, and not while the page
 * is hidden.
 */
export const refreshSoon = throttlePerKey(
  whileSeen((resource: Resource) => outdate(resource)),
  2000,
)
