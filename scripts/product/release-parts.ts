import { join } from 'node:path'
import { distDescriptor } from '@interline/federation/built'
import { artifactFolder, type Descriptor, type Release } from '@interline/federation/schema'
import {
  beginInstallation,
  freezeText,
  pin,
  publish,
  readFreeze,
  runningCanary,
  type ReleaseStore,
} from '@interline/federation/release'
import { type PartFolder } from '../workspace/parts.ts'

/**
 * Publishes what was built and pins what is new: a part that has no pin yet, a build that was never published before,
 * or a part that is now served from another address. A pin that a release manager chose among published builds stays,
 * unless `follow` says that what was built is what is wanted: then a change that was taken back is pinned as well.
 * While the releases are frozen nothing is published or pinned, and false is returned.
 */
export function releaseParts(
  dataDir: string,
  parts: PartFolder[],
  originOf: (part: PartFolder) => string,
  log: (line: string) => void,
  { follow = false } = {},
): boolean {
  const store = beginInstallation(dataDir, process.env)
  const live = store.live()
  const ours = parts.filter((part) => !isOfOthers(part, live, originOf(part), log))
  store.putOrigins(Object.fromEntries(ours.map((part) => [part.name, originOf(part)])))
  const frozen = readFreeze(store)
  if (frozen) {
    log(`release ${live?.number ?? 0} stays as it is: ${freezeText(frozen)}`)
    return false
  }
  const wanted = ours.flatMap((part) => {
    const { descriptor, isNew } = publish(store, join(part.folder, 'dist'), { by: 'npm start', again: 'development' })
    if (isNew) log(`${part.name}@${artifactFolder(descriptor)} published`)
    const pinned = part.name === 'shell' ? live?.shell : live?.remotes[part.name]
    const moved = pinned && !pinned.url.startsWith(`${originOf(part)}/`) ? [pinned.descriptor] : []
    const isWanted = !pinned || isNew || (follow && artifactFolder(pinned.descriptor) !== artifactFolder(descriptor))
    return isWanted ? [descriptor] : moved
  })
  if (wanted.length > 0) pinAsStart(store, wanted, log)
  return true
}

/** Whether a part of this name, served from elsewhere, is live and another team's: it stays, and that is said. */
function isOfOthers({ name, folder }: PartFolder, live: Release | null, origin: string, log: (line: string) => void) {
  const pinned = live?.remotes[name]
  if (!pinned || pinned.url.startsWith(`${origin}/`)) return false
  const owner = distDescriptor(folder)?.owner
  if (pinned.descriptor.owner === owner) return false
  log(
    `${name} is live from ${new URL(pinned.url).origin} and of "${pinned.descriptor.owner}"; that of "${owner ?? ''}" here is not released. Give it another name, or take that one out by a manifest`,
  )
  return true
}

function pinAsStart(store: ReleaseStore, parts: Descriptor[], log: (line: string) => void) {
  const canary = runningCanary(store)?.release.number
  const reason = `npm start: ${parts.map(({ name }) => name).join(', ')}`
  const { number } = pin(store, parts, { reason, by: 'npm start' })
  log(`release ${number} is live${canary === undefined ? '' : `; the canary, release ${canary}, has ended`}`)
}
