import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { artifactFolder, descriptor, type Release } from '../schema/index.ts'
import { readJson } from '../schema/read-json.ts'
import { changedFiles } from './checks/files.ts'
import { findingsOf, type Finding } from './checks/finding.ts'
import { unservedFiles } from './checks/http.ts'
import { unhashedFiles } from './checks/named-files.ts'
import { artifactsOf, type Pinned } from './pinned-parts.ts'
import type { ReleaseStore } from './store.ts'

/** Re-reads and re-hashes all that a release may load, its fallbacks too; with `http` also as its origins serve it. One past its term is refused. */
export async function verify(store: ReleaseStore, release: Release, { http }: { http: boolean }): Promise<Finding[]> {
  const shellOrigin = new URL(release.shell.url).origin
  const found = artifactsOf(release).map(async (pinned) => {
    const name = `${pinned.descriptor.name}@${artifactFolder(pinned.descriptor)}`
    const folder = store.artifactPath(pinned.descriptor)
    return [
      ...findingsOf(name, 'files', [...changedDescriptor(folder, pinned), ...unhashedFiles(pinned.descriptor), ...changedFiles(folder, pinned.descriptor)]),
      ...(http ? findingsOf(name, 'http', await unservedFiles(pinned, shellOrigin)) : []),
    ]
  })
  return [...past(release), ...(await Promise.all(found)).flat()]
}

function past({ number, expiresAt }: Release): Finding[] {
  if (Date.parse(expiresAt) > Date.now()) return []
  return findingsOf(`release ${number}`, 'term', [`ended on ${expiresAt.slice(0, 10)}: no browser accepts it; renew`])
}

function changedDescriptor(folder: string, pinned: Pinned): string[] {
  const file = join(folder, 'remote.json')
  if (!existsSync(file)) return ['remote.json is missing']
  return JSON.stringify(readJson(file, descriptor)) === JSON.stringify(descriptor.parse(pinned.descriptor)) ? [] : ['remote.json is not what the release says']
}
