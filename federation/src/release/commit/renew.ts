import type { Release } from '../../schema/index.ts'
import { canaryToEnd } from '../canary/running-canary.ts'
import { commit } from './commit.ts'
import { contentOf, planRelease, type Intent } from '../plan/plan.ts'
import { type Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

const day = 86_400_000
const renewWithin = 30

/** Whole days until no browser accepts a release; negative when that is past. */
export const daysLeft = ({ expiresAt }: Pick<Release, 'expiresAt'>) =>
  Math.floor((Date.parse(expiresAt) - Date.now()) / day)

/**
 * Whether a release has so many days left, or fewer. A renewal would end a canary, which is over long before the term
 * is: while one runs, none is due before the term is over.
 */
export const isDue = (store: ReleaseStore, live: Release, within: number) =>
  canaryToEnd(store) ? daysLeft(live) < 0 : daysLeft(live) <= within

/** Plans release n+1 with what is live: signed anew, and good for another term. */
export function planRenewal(store: ReleaseStore, intent: Intent, live: Release | null = store.live()): Plan {
  if (!live) throw new ReleaseError('there is no release to renew')
  const plan = planRelease(store, 'renew', live, contentOf(live), intent)
  return { ...plan, next: { ...plan.next, fallbacks: live.fallbacks } }
}

/** Plans the renewal with which a key is retired; null when another key signed what is live. */
export function planRetirement(store: ReleaseStore, id: string, by: string): Plan | null {
  store.keys.requireRetirable(id)
  const live = store.liveSigned()
  if (live?.signature.keyId !== id) return null
  return { ...planRenewal(store, { reason: `key ${id} was retired`, by }, live.release), retires: id }
}

/** Renews the live release when it ends within so many days (30). Null when there is no need. */
export function renewWhenDue(
  store: ReleaseStore,
  by: string,
  { within = renewWithin, reason = '' } = {},
): Release | null {
  const live = store.live()
  if (!live || !isDue(store, live, within)) return null
  return commit(
    store,
    planRenewal(
      store,
      {
        reason:
          reason || `release ${live.number} ${daysLeft(live) < 0 ? 'ended' : 'ends'} on ${live.expiresAt.slice(0, 10)}`,
        by,
      },
      live,
    ),
  )
}
