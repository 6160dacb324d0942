import { join } from 'node:path'
import { artifactFolder } from '@interline/federation/schema'
import { lockText, pin, publish, readLock, ReleaseStore, renewWhenDue } from '@interline/federation/release'
import type { PartFolder } from './parts.ts'

/**
 * Publishes what was built and pins what is new: a part that has no pin yet, a build that was never published before, or a part
 * that is now served from another address. A pin that a release manager chose among published builds stays,
 * unless `follow` says that what was built is what is wanted: then a change that was taken back is pinned as well. While the releases are
 * locked nothing is published or pinned.
 */
export function releaseParts(dataDir: string, parts: PartFolder[], originOf: (part: PartFolder) => string, say: (line: string) => void, { follow = false } = {}): void {
  const store = new ReleaseStore(dataDir)
  renewRelease(dataDir, say)
  const locked = readLock(store)
  if (locked) return say(`release ${store.live()?.number ?? 0} stays as it is: ${lockText(locked)}`)
  store.putOrigins(Object.fromEntries(parts.map((part) => [part.name, originOf(part)])))
  const live = store.live()

  const changed = parts.flatMap((part) => {
    const { descriptor, isNew } = publish(store, join(part.folder, 'dist'), { by: 'npm start', again: 'development' })
    if (isNew) say(`${part.name}@${artifactFolder(descriptor)} published`)
    const pinned = part.name === 'shell' ? live?.shell : live?.remotes[part.name]
    if (!pinned || isNew || (follow && artifactFolder(pinned.descriptor) !== artifactFolder(descriptor))) return [descriptor]
    return pinned.url.startsWith(`${originOf(part)}/`) ? [] : [pinned.descriptor]
  })
  if (changed.length === 0) return
  const { number } = pin(store, changed, { reason: `npm start: ${changed.map(({ name }) => name).join(', ')}`, by: 'npm start' })
  say(`release ${number} is live`)
}

/** Keeps what is live acceptable to browsers: a release that was never signed or that ends soon is written anew, with the same pins. */
export function renewRelease(dataDir: string, say: (line: string) => void): void {
  const renewed = renewWhenDue(new ReleaseStore(dataDir), 'npm start')
  if (renewed) say(`release ${renewed.number} is live with the same pins: ${renewed.reason}`)
}
