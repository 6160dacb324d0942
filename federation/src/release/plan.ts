import type { Release, ReleaseDraft } from '../schema/index.ts'
import { changedFiles } from './checks/files.ts'
import { checkTogether } from './checks/together.ts'
import { hasFailed } from './evidence/stored-evidence.ts'
import { changesBetween, pinnedParts } from './pinned-parts.ts'
import { requireShort, type Action } from './guard/log.ts'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './store.ts'

/** Who changes what is live, and why. `expect` is the number of the release that must be live; 0 is none. */
export type Intent = {
  reason: string
  by: string
  expect?: number
  /** Whether builds may be over their budgets: only where somebody is told of it. */
  overBudget?: 'allowed'
}

/** A release that is not written yet, and the live one that it was made from. */
export type Plan = {
  action: Action
  live: Release | null
  next: ReleaseDraft
  parts: string[]
  overBudget?: 'allowed'
  /** Of a canary: its share of the administrators. */
  percent?: number
}

/** The kill switch, and a release that is only signed anew, work while the releases are locked and whatever a check would say. */
export const isUnguarded = ({ action }: Plan): boolean => action === 'off' || action === 'renew'

export function requireExpected(live: Pick<Release, 'number'> | null, expect: number | undefined) {
  const number = live?.number ?? 0
  if (expect === undefined || number === expect) return
  const reason = `release ${number} is live, not ${expect}; look at what it changed and try again`
  throw new ReleaseError(reason, [{ check: 'expected release', reason }])
}

type Content = Pick<Release, 'shell' | 'remotes' | 'fallbacks' | 'off'>

/** A plan for release n+1; fallbacks that could not run are left out. `parts` are those to check: the ones whose pin is another. */
export function planRelease(store: ReleaseStore, action: Action, live: Release | null, content: Content, { reason, by, expect, overBudget }: Intent): Plan {
  requireExpected(live, expect)
  requireShort(reason)
  const number = Math.max(store.releaseNumbers().at(-1) ?? 0, live?.number ?? 0) + 1
  const whole: ReleaseDraft = { schema: 1, number, createdAt: new Date().toISOString(), createdBy: by, reason, ...content }
  const next = { ...whole, fallbacks: usableFallbacks(store, whole) }
  const pins = pinnedParts(next)
  const parts = changesBetween(live, next).flatMap(({ part }) => (pins[part] ? [part] : []))
  return { action, live, next, parts: [...new Set(parts)], ...(overBudget && { overBudget }) }
}

/** The fallbacks that are other versions than the pins, are whole in the store, can run beside the other parts, and were not seen to fail in this shell. */
function usableFallbacks(store: ReleaseStore, whole: ReleaseDraft): Release['fallbacks'] {
  const usable = Object.entries(whole.fallbacks).filter(([name, good]) => {
    const { [name]: pinned, ...others } = whole.remotes
    if (!pinned || pinned.url === good.url || changedFiles(store.artifactPath(good.descriptor), good.descriptor).length > 0) return false
    if (hasFailed(store, whole, good)) return false
    return checkTogether({ ...whole, remotes: { ...others, [name]: good } }).every(({ state }) => state === 'ok')
  })
  return Object.fromEntries(usable)
}
