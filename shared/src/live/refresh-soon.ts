import { outdate } from '../query-client.ts'
import type { Noun } from '../query-client.ts'
import { throttlePerKey } from '../throttle.ts'
import { whileSeen } from './while-seen.ts'

/** Reloads what shows the noun, because others changed it: at once, then at most every 2 s, and not while the page is hidden. */
export const refreshSoon = throttlePerKey(whileSeen((noun: Noun) => outdate(noun)), 2000)
