import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { artifactFolder, type Descriptor, type Release } from '../../schema/index.ts'
import { bytesOf } from '../store/pinned-parts.ts'
import { requireNotFrozen } from '../audit/freeze.ts'
import { appendToLog, readLog } from '../audit/log.ts'
import { artifactsOf } from '../store/pinned-parts.ts'
import type { ReleaseStore } from '../store/store.ts'
import { removeDrafts } from '../files/drafts.ts'
import { withLock } from '../files/with-lock.ts'

/** The artifacts that were removed, and the numbers of the releases of which nothing is. */
type Collected = { releases: number[]; removed: { part: string; artifact: string; bytes: number }[] }

/**
 * Removes the artifacts of `DATA_DIR`, and of no other store, that neither the live release nor the last `keep` ones
 * need, pinned or as a fallback, and drafts that did not change for an hour. Builds published since the oldest of these
 * releases may still wait for their pin and stay, and so do the documents of all releases.
 */
export function collectGarbage(
  store: ReleaseStore,
  { keep = 10, by, dryRun = false }: { keep?: number | undefined; by: string; dryRun?: boolean },
): Collected {
  return withLock(store.folder, () => {
    requireNotFrozen(store)
    const live = store.live()
    const canary = store.readPointer('canary.json')
    // Nobody knows what a damaged one needs: it is an error.
    const releases = [
      ...(live ? [live, ...firstOf(store.before(live), keep - 1)] : []),
      ...(canary === null ? [] : [store.readRelease(canary, 'canary.json')]),
    ].sort((a, b) => a.number - b.number)
    const numbers = releases.map(({ number }) => number)
    const needed = new Set(releases.flatMap(artifactsOf).map(({ descriptor }) => keyOf(descriptor)))
    const waiting = publishedSince(store, releases[0])
    const unneeded = store
      .parts()
      .flatMap((part) => store.artifacts(part))
      .filter((one) => !needed.has(keyOf(one)) && !waiting.has(keyOf(one)))
    const removed = unneeded.map((one) => ({ part: one.name, artifact: artifactFolder(one), bytes: bytesOf(one) }))
    if (dryRun) return { releases: numbers, removed }

    for (const one of unneeded) remove(store.artifactPath(one))
    removeLeftovers(store)
    const changes = removed.map(({ part, artifact }) => ({ part, from: artifact, to: null }))
    if (changes.length > 0)
      appendToLog(store, {
        by,
        action: 'gc',
        release: null,
        reason: `needed by none of ${numbers.join(', ') || 'no release'}`,
        changes,
      })
    return { releases: numbers, removed }
  })
}

function firstOf<T>(many: Iterable<T>, count: number): T[] {
  const first: T[] = []
  if (count > 0)
    for (const one of many) {
      first.push(one)
      if (first.length === count) break
    }
  return first
}

const keyOf = (one: Descriptor) => `${one.name}@${artifactFolder(one)}`

/** By their place in the log, or the clock: one may lack an entry, the other may have been set back. */
function publishedSince(store: ReleaseStore, oldest: Release | undefined): Set<string> {
  const { entries } = readLog(store)
  const made = entries.findIndex(({ release }) => release !== null && release === oldest?.number)
  const recent = entries.filter(({ at }, index) => (made >= 0 && index > made) || at >= (oldest?.createdAt ?? ''))
  const published = recent.filter(({ action }) => action === 'publish')
  return new Set(published.flatMap(({ changes }) => changes.map(({ part, to }) => `${part}@${to ?? ''}`)))
}

/** Renamed first, in one step, so that nobody finds half an artifact. */
function remove(artifact: string) {
  rmSync(`${artifact}.draft`, { recursive: true, force: true })
  renameSync(artifact, `${artifact}.draft`)
  rmSync(`${artifact}.draft`, { recursive: true })
}

/** Drafts that nobody writes any more, and folders of parts that have no artifact any more. */
function removeLeftovers(store: ReleaseStore) {
  removeDrafts(store.folder)
  removeDrafts(join(store.folder, 'releases'))
  removeDrafts(join(store.folder, 'artifacts'), true)
  for (const part of store.parts()) {
    const folder = join(store.folder, 'artifacts', part)
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
  }
}
