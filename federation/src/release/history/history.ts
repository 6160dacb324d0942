import {
  artifactFolder,
  type Descriptor,
  type History,
  type PartFacts,
  type Release,
  type ReleaseFacts,
  type SettingFacts,
} from '../../schema/index.ts'
import { failuresOfCanary, heldOf, runningCanary } from '../canary/running-canary.ts'
import { countFailures } from '../store/failures.ts'
import { readFreeze } from '../audit/freeze.ts'
import { readLog } from '../audit/log.ts'
import { changesBetween, pinnedParts } from '../store/pinned-parts.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

const shownEntries = 50

/** Reads what is live, the canary, the freeze, failures, and the last entries of the log. */
export function readHistory(store: ReleaseStore): History {
  const live = store.live()
  if (!live) throw new ReleaseError('nothing is live yet')
  const canary = runningCanary(store)?.release
  const ofLive = countFailures(store.state.failures.read().filter(({ release }) => release === live.number))
  const { entries, broken } = readLog(store)
  return {
    live: { ...factsOf(live), parts: partsOf(live) },
    canary: canary
      ? {
          ...factsOf(canary),
          percent: canary.canary.percent,
          held: heldOf(store, canary),
          changes: changesBetween(live, canary),
        }
      : null,
    freeze: readFreeze(store),
    failures: [...(canary ? failuresOfCanary(store, canary) : []), ...ofLive].map(({ last, ...count }) => ({
      ...count,
      at: last.at,
      message: last.message,
    })),
    entries: entries
      .slice(-shownEntries)
      .reverse()
      .map(({ number, at, by, action, release, reason, changes }) => ({
        number,
        at,
        by,
        action,
        release,
        reason,
        changes,
      })),
    broken,
  }
}

const factsOf = ({ number, createdAt, createdBy, reason }: Release): ReleaseFacts => ({
  number,
  createdAt,
  createdBy,
  reason,
})

const partsOf = (release: Release): PartFacts[] =>
  Object.entries(pinnedParts(release)).map(([part, { url, descriptor }]) => {
    const fallback = release.fallbacks[part]
    return {
      part,
      title: descriptor.title,
      owner: descriptor.owner,
      version: artifactFolder(descriptor),
      origin: new URL(url).origin,
      fallback: fallback ? artifactFolder(fallback.descriptor) : null,
      off: release.off[part]?.message ?? null,
      settings: settingFacts(release, part, descriptor),
    }
  })

function settingFacts({ settings }: Release, part: string, descriptor: Descriptor): SettingFacts[] {
  const schema = descriptor.kind === 'remote' ? (descriptor.settings ?? {}) : {}
  return Object.entries(schema).map(([key, { default: byDefault, description }]) => {
    const value = settings[part]?.[key]
    return { key, value: value ?? byDefault, isDefault: value === undefined, description }
  })
}
