import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { artifactFolder, descriptor, type Release } from '../../schema/index.ts'
import { readJson } from '../../schema/read-json.ts'
import { changedFiles } from './artifact/files.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'
import { unservedFiles } from './artifact/http.ts'
import { unhashedFiles } from './artifact/named-files.ts'
import { artifactsOf, type Pinned } from '../store/pinned-parts.ts'
import type { ReleaseStore } from '../store/store.ts'

/** Re-reads and re-hashes all that a release may load, its fallbacks too; with `http` also as its origins serve it. */
export async function verify(
  store: ReleaseStore,
  release: Release,
  { http }: { http: boolean },
): Promise<CheckResult[]> {
  const shellOrigin = new URL(release.shell.url).origin
  const found = artifactsOf(release).map(async (pinned) => {
    const name = `${pinned.descriptor.name}@${artifactFolder(pinned.descriptor)}`
    const folder = store.artifactPath(pinned.descriptor)
    return [
      ...resultsOf(name, 'files', [
        ...changedDescriptor(folder, pinned),
        ...unhashedFiles(pinned.descriptor),
        ...changedFiles(folder, pinned.descriptor),
      ]),
      ...(http ? resultsOf(name, 'http', await unservedFiles(pinned, shellOrigin)) : []),
    ]
  })
  return (await Promise.all(found)).flat()
}

function changedDescriptor(folder: string, pinned: Pinned): string[] {
  const file = join(folder, 'remote.json')
  if (!existsSync(file)) return ['remote.json is missing']
  return JSON.stringify(readJson(file, descriptor)) === JSON.stringify(descriptor.parse(pinned.descriptor))
    ? []
    : ['remote.json is not what the release says']
}
