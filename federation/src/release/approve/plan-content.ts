import type { Decision, ReleaseDraft } from '../../schema/index.ts'
import { canonical, sha256 } from '../files/canonical.ts'
import type { ReleaseStore } from '../store/store.ts'

export type PlanBase = Decision['base']

/** The release that plans are made from now. */
export function baseOf(store: ReleaseStore): PlanBase {
  const live = store.liveSigned()
  return live && { number: live.release.number, hash: sha256(live.text) }
}

/**
 * All that is hashed into the id of a plan: the release that it is made from, by which command, and everything that the
 * new release would hold but its number, time, author and reason.
 */
export const planContent = (
  { action, percent }: { action: string; percent?: number | undefined },
  { shell, remotes, fallbacks, off, canaryOf, settings }: ReleaseDraft,
  base: PlanBase,
) => ({
  kind: 'release' as const,
  action,
  base,
  ...(percent !== undefined && { percent }),
  ...(canaryOf !== undefined && { canaryOf }),
  shell,
  remotes,
  fallbacks,
  off,
  settings,
})

export const planId = (content: object) => sha256(canonical(content))
