import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beginInstallation, pin, ReleaseStore, type SkewRound } from '@interline/federation/release'
import type { Descriptor } from '@interline/federation/schema'

/** A round that is released: the folder that its shell's origin serves, and where. */
type StagedRound = SkewRound & { folder: string; url: string }

/** Everything that a run needs on disk and may throw away: `builds` is what the remotes' origins serve. */
export type Scratch = { folder: string; builds: string; rounds: StagedRound[] }

/**
 * Releases each round by itself below a folder, with keys of its own and without fallbacks, so that no failure hides
 * behind a last known good version. The builds are copied once; nothing is written into the installation.
 */
export function stageRounds(
  folder: string,
  from: ReleaseStore,
  rounds: SkewRound[],
  folderOf: (one: Descriptor) => string,
  originOf: { shell: (round: number) => string; remote: (name: string) => string },
): Scratch {
  const builds = new ReleaseStore(join(folder, 'builds'))
  for (const one of rounds.flatMap(({ shell, remotes }) => [shell, ...remotes])) copyBuild(folderOf(one), builds, one)
  const staged = rounds.map((round, index) => {
    const own = join(folder, `round-${index + 1}`)
    mkdirSync(own)
    symlinkSync(join(builds.folder, 'artifacts'), join(own, 'artifacts'), 'junction')
    const store = beginInstallation(own, {})
    const origins = round.remotes.map(({ name }) => [name, originOf.remote(name)])
    store.putOrigins({ ...Object.fromEntries(origins), shell: originOf.shell(index) })
    const intent = { reason: `round ${index + 1} of the skew matrix`, by: 'npm run skew' }
    pin(store, [round.shell, ...round.remotes], intent, { reachesPage: from.live()?.reachesPage ?? [] })
    return { ...round, folder: own, url: originOf.shell(index) }
  })
  return { folder, builds: builds.folder, rounds: staged }
}

function copyBuild(folder: string, to: ReleaseStore, one: Descriptor) {
  cpSync(folder, to.artifactPath(one), { recursive: true, force: false })
}
