import { FileError } from '../../schema/read-json.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { NamedBy, ReleaseStore, SignedRelease } from '../store/store.ts'
import type { Canary } from '../store/canary-file.ts'

export type RunningCanary = Canary & { signed: SignedRelease }

type CanaryReader = Pick<ReleaseStore, 'readCanary' | 'liveNumber'> & {
  readSigned: (number: number, namedBy: NamedBy) => SignedRelease
}

/**
 * The canary beside the live release, on hold or not. Null when there is none, when another release became live, and
 * past its term.
 */
export function runningCanary(store: CanaryReader): RunningCanary | null {
  const canary = store.readCanary()
  if (!canary) return null
  const signed = store.readSigned(canary.release, 'canary.json')
  const isOver = signed.release.canaryOf !== store.liveNumber() || Date.parse(signed.release.expiresAt) <= Date.now()
  return isOver ? null : { ...canary, signed }
}

/**
 * The canary that another release ends. One that cannot be read, or is not what was signed, is served to nobody; it
 * must not keep the kill switch from working.
 */
export function canaryToEnd(store: ReleaseStore): RunningCanary | null {
  try {
    return runningCanary(store)
  } catch (error) {
    if (error instanceof ReleaseError || error instanceof FileError) return null
    throw error
  }
}

export function requireCanary(store: ReleaseStore): RunningCanary {
  const canary = runningCanary(store)
  if (!canary) throw new ReleaseError('no canary is running')
  return canary
}

/** The canary that everybody may get: it is not on hold, and is still the one with this number, where one is given. */
export function requirePromotable(store: ReleaseStore, number?: number): RunningCanary {
  const canary = requireCanary(store)
  const { release, held } = canary
  if (number !== undefined && release !== number)
    throw new ReleaseError(`release ${number} is no canary any more: release ${release} is`)
  if (held)
    throw new ReleaseError(
      `release ${release} is on hold: ${held.reason}; look at it, and take it off hold with canary percent, or abort it`,
    )
  return canary
}

export const canaryText = ({ release, percent, held, signed }: RunningCanary) =>
  `release ${release} is a canary of release ${signed.release.canaryOf ?? 0} for ${percent} % of the administrators${held ? `, on hold since ${held.at}: ${held.reason}` : ''}`
