import type { Grant } from '../../schema/index.ts'
import { codeOf, Grants } from './grants.ts'
import { requireUnlocked } from '../guard/lock.ts'
import { appendToLog, logWhatIsLive } from '../guard/log.ts'
import { inTurn } from '../guard/turn.ts'
import { ReleaseError } from '../release-error.ts'
import type { ReleaseStore } from '../store.ts'

type GrantWish = { remote: string; origin: string; admin: string; hours: number }
type Actor = { by: string; reason: string }

export const longestHours = 24

/** `for EMAIL from ORIGIN until TIME`, as the log and the lists say it. */
export const grantText = ({ admin, origin, expiresAt }: Grant) => `${origin} for ${admin} until ${expiresAt}`

/** Signs a grant, logs it, and returns it with the code to paste. Refused while the releases are locked; `dryRun` writes nothing. */
export function giveGrant(store: ReleaseStore, wish: GrantWish, { by, reason, dryRun = false }: Actor & { dryRun?: boolean }): { grant: Grant; code: string | null } {
  if (!(wish.hours > 0 && wish.hours <= longestHours)) throw new ReleaseError(`a grant is for at most ${longestHours} hours`)
  const grants = new Grants(store)
  if (dryRun) {
    requireUnlocked(store)
    return { grant: grants.draft(wish), code: null }
  }
  return inTurn(store.folder, () => {
    requireUnlocked(store)
    const grant = grants.draft(wish)
    logWhatIsLive(store)
    const signed = grants.issue(grant)
    appendToLog(store, { by, action: 'grant', release: null, reason, changes: [{ part: grant.remote, from: null, to: `${grantText(grant)} (${grant.id})` }] })
    return { grant, code: codeOf(signed) }
  })
}

/** Ends a grant now, also while the releases are locked; pages that run it stop within seconds. */
export function revokeGrant(store: ReleaseStore, id: string, { by, reason, dryRun = false }: Actor & { dryRun?: boolean }): Grant {
  const grants = new Grants(store)
  const known = grants.find(id)
  if (!known) throw new ReleaseError(`there is no grant "${id}"; release grants lists them`)
  if (known.ended) throw new ReleaseError(`grant ${id} ended at ${known.ended.at}: ${known.ended.reason}`)
  if (dryRun) return known.grant
  return inTurn(store.folder, () => {
    if (!grants.end(id, by, reason)) throw new ReleaseError(`grant ${id} has ended in the meantime`)
    logWhatIsLive(store)
    appendToLog(store, { by, action: 'revoke', release: null, reason, changes: [{ part: known.grant.remote, from: `${grantText(known.grant)} (${id})`, to: null }] })
    return known.grant
  })
}
