import type { Release } from '../../schema/index.ts'
import { FileError } from '../../schema/read-json.ts'
import { changesBetween } from '../store/pinned-parts.ts'
import { countFailures, type Failure, type FailureCount } from '../store/failures.ts'
import { readLog, type Action } from '../audit/log.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { Held } from '../store/origin-state.ts'
import type { Pointer, ReleaseStore, SignedRelease } from '../store/store.ts'

export type Canary = Release & { canary: NonNullable<Release['canary']> }
export type SignedCanary<Signed = SignedRelease> = Signed & { release: Canary }

type CanaryReader<Signed> = Pick<ReleaseStore, 'readPointer' | 'liveNumber'> & {
  readSigned: (number: number, namedBy: Pointer) => Signed
}

/** The canary beside the live release, on hold or not. Null without one, and when another release became live. */
export function runningCanary<Signed extends SignedRelease>(store: CanaryReader<Signed>): SignedCanary<Signed> | null {
  const number = store.readPointer('canary.json')
  if (number === null) return null
  const signed = store.readSigned(number, 'canary.json')
  const { canary } = signed.release
  return canary?.of === store.liveNumber() ? { ...signed, release: { ...signed.release, canary } } : null
}

/**
 * The canary that another release ends. One that cannot be read, or is not what was signed, is served to nobody; it
 * must not keep the kill switch from working.
 */
export function canaryToEnd(store: ReleaseStore): Canary | null {
  try {
    return runningCanary(store)?.release ?? null
  } catch (error) {
    if (error instanceof ReleaseError || error instanceof FileError) return null
    throw error
  }
}

export function requireCanary(store: ReleaseStore): Canary {
  const running = runningCanary(store)
  if (!running) throw new ReleaseError('no canary is running; begin one: release canary start PART@VERSION --percent P')
  return running.release
}

/**
 * The failures of the canary that pages reported: only of remotes that it changes, or of all when it has another shell.
 * A remote that fails for everybody is not the canary's fault.
 */
export function reportsOfCanary(store: ReleaseStore, canary: Canary): Failure[] {
  const changed = changesBetween(store.live(), canary).map(({ part }) => part)
  const isIts = (remote: string) => changed.includes('shell') || changed.includes(remote)
  return store.state.failures.read().filter(({ release, remote }) => release === canary.number && isIts(remote))
}

export const failuresOfCanary = (store: ReleaseStore, canary: Canary): FailureCount[] =>
  countFailures(reportsOfCanary(store, canary))

/** A canary that another release ended while it was on hold; null when somebody aborted it, or began one since. */
export function endedOnHold(store: ReleaseStore): Canary | null {
  const held = store.state.held()
  const isOver = held && readLog(store).entries.some(({ action, at }) => isOfCanary.has(action) && at > held.at)
  if (!held || isOver || !store.releaseNumbers().includes(held.release)) return null
  const { canary, ...release } = store.readRelease(held.release)
  return canary ? { ...release, canary } : null
}
const isOfCanary = new Set<Action>(['canary', 'promote', 'abort'])

/** Why nobody gets the canary for now; null when its share does. Throws when what origins write cannot be read. */
export function holdOf(store: ReleaseStore, canary: Canary): string | null {
  const held = heldOf(store, canary)
  return held && `on hold since ${held.at}: ${held.reason}`
}

export function heldOf({ state }: ReleaseStore, { number }: Canary): Held | null {
  const held = state.held()
  return held?.release === number ? held : null
}

export const canaryText = ({ number, canary: { of, percent } }: Canary, hold: string | null) =>
  `release ${number} is a canary of release ${of} for ${percent} % of the administrators${hold === null ? '' : `, ${hold}`}`
