import { join } from 'node:path'
import { artifactFolder, type Descriptor } from '@interline/federation/schema'
import {
  beginInstallation,
  freezeText,
  pin,
  publish,
  readFreeze,
  type ReleaseStore,
} from '@interline/federation/release'
import { type PartFolder } from '../workspace/parts.ts'

/**
 * Publishes what was built and pins what is new: a part that has no pin yet, a build that was never published before,
 * or a part that is now served from another address. A pin that a release manager chose among published builds stays,
 * unless `follow` says that what was built is what is wanted: then a change that was taken back is pinned as well.
 * While the releases are frozen nothing is published or pinned.
 */
export function releaseParts(
  dataDir: string,
  parts: PartFolder[],
  originOf: (part: PartFolder) => string,
  log: (line: string) => void,
  { follow = false } = {},
): void {
  const store = beginInstallation(dataDir, process.env)
  const frozen = readFreeze(store)
  if (frozen) return log(`release ${store.live()?.number ?? 0} stays as it is: ${freezeText(frozen)}`)
  store.putOrigins(Object.fromEntries(parts.map((part) => [part.name, originOf(part)])))
  const live = store.live()

  const wanted = parts.flatMap((part) => {
    const { descriptor, isNew } = publish(store, join(part.folder, 'dist'), { by: 'npm start', again: 'development' })
    if (isNew) log(`${part.name}@${artifactFolder(descriptor)} published`)
    const pinned = part.name === 'shell' ? live?.shell : live?.remotes[part.name]
    const moved = pinned && !pinned.url.startsWith(`${originOf(part)}/`) ? [pinned.descriptor] : []
    const isWanted = !pinned || isNew || (follow && artifactFolder(pinned.descriptor) !== artifactFolder(descriptor))
    return isWanted ? [descriptor] : moved
  })
  if (wanted.length > 0) pinAsStart(store, wanted, log)
}

function pinAsStart(store: ReleaseStore, parts: Descriptor[], log: (line: string) => void) {
  const reason = `npm start: ${parts.map(({ name }) => name).join(', ')}`
  const { number } = pin(store, parts, { reason, by: 'npm start' })
  log(`release ${number} is live`)
}
