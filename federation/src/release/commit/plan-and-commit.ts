import type { Descriptor, Release } from '../../schema/index.ts'
import type { Intent } from '../plan/plan.ts'
import { planPin, type Besides } from '../plan/pin.ts'
import { planRollback } from '../plan/rollback.ts'
import { planOff, planOn } from '../plan/switch.ts'
import type { ReleaseStore } from '../store/store.ts'
import { commit } from './commit.ts'

/** Writes release n+1 with these parts pinned and everything else as it was, and makes it live. */
export const pin = (store: ReleaseStore, parts: Descriptor[], intent: Intent, besides?: Besides): Release =>
  commit(store, planPin(store, parts, intent, besides))

/** Writes a new, higher release with the pins of an older one and makes it live. */
export const rollback = (store: ReleaseStore, to: number | undefined, intent: Intent, parts: string[] = []): Release =>
  commit(store, planRollback(store, to, parts, intent))

export const switchOff = (store: ReleaseStore, part: string, message: string, intent: Intent): Release =>
  commit(store, planOff(store, part, message, intent))
export const switchOn = (store: ReleaseStore, part: string, intent: Intent): Release =>
  commit(store, planOn(store, part, intent))
