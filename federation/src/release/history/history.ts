import {
  artifactFolder,
  type Descriptor,
  type History,
  type Release,
  type ReleaseDiff,
  type ReleaseDraft,
  type ReleaseFacts,
  type SettingFacts,
} from '../../schema/index.ts'
import { failuresOfCanary } from '../canary/hold.ts'
import { runningCanary } from '../canary/running-canary.ts'
import { diffReleases } from './diff.ts'
import { countFailures, FailureLog } from '../store/failures.ts'
import { readFreeze } from '../audit/freeze.ts'
import { readLog } from '../audit/log.ts'
import { pinnedParts } from '../store/pinned-parts.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

const page = 50

/**
 * Reads what is live, the canary, failures, and the newest 50 entries of the log that are older than entry `before`.
 */
export function readHistory(store: ReleaseStore, before = Infinity): History {
  const live = store.live()
  if (!live) throw new ReleaseError('nothing is live yet')
  const canary = runningCanary(store)
  const ofLive = countFailures(new FailureLog(store.folder).read().filter(({ release }) => release === live.number))
  const { entries, broken } = readLog(store)
  const older = entries.filter(({ number }) => number < before).reverse()
  const shown = older.slice(0, page)
  return {
    live: factsOf(live),
    canary: canary && {
      ...factsOf(canary.signed.release),
      canaryOf: live.number,
      percent: canary.percent,
      held: canary.held,
      diff: diffReleases(live, canary.signed.release),
    },
    lock: readFreeze(store),
    failures: [...(canary ? failuresOfCanary(store, canary) : []), ...ofLive].map(({ last, ...count }) => ({
      ...count,
      at: last.at,
      message: last.message,
    })),
    entries: shown.map(({ previous: _previous, hash: _hash, ...entry }) => entry),
    next: older.length > page ? (shown.at(-1)?.number ?? null) : null,
    broken,
  }
}

const factsOf = (release: Release): ReleaseFacts => ({
  number: release.number,
  createdAt: release.createdAt,
  createdBy: release.createdBy,
  reason: release.reason,
  expiresAt: release.expiresAt,
  parts: Object.entries(pinnedParts(release)).map(([part, { url, descriptor }]) => ({
    part,
    title: descriptor.title,
    owner: descriptor.owner,
    version: artifactFolder(descriptor),
    origin: new URL(url).origin,
    fallback: versionOf(release, part),
    off: release.off[part]?.message ?? null,
    settings: settingFacts(release, part, descriptor),
  })),
})

function settingFacts({ settings }: Release, part: string, descriptor: Descriptor): SettingFacts[] {
  const schema = descriptor.kind === 'remote' ? (descriptor.settings ?? {}) : {}
  return Object.entries(schema).map(([key, { default: byDefault, description }]) => {
    const value = settings?.[part]?.[key]
    return { key, value: value ?? byDefault, isDefault: value === undefined, description }
  })
}

function versionOf({ fallbacks }: ReleaseDraft, part: string): string | null {
  const fallback = fallbacks[part]
  return fallback ? artifactFolder(fallback.descriptor) : null
}

/** What a release changed: from the release that was live before it, or that it is a canary of. */
export function diffOf(store: ReleaseStore, to: Release): ReleaseDiff {
  const before =
    to.canaryOf ??
    store
      .releaseNumbers()
      .findLast(
        (number) => number < to.number && store.isSigned(number) && store.readRelease(number).canaryOf === undefined,
      )
  return diffReleases(before === undefined ? null : store.readRelease(before), to)
}
