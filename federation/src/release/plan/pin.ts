import {
  artifactFolder,
  type Descriptor,
  type PinnedRemote,
  type Release,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '../../schema/index.ts'
import { hasFailed } from '../evidence/stored-evidence.ts'
import { FailureLog } from '../store/failures.ts'
import { planRelease, readLive, type Intent } from './plan.ts'
import { type Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

type Besides = { removed?: string[]; settings?: Release['settings'] }

/**
 * Plans release n+1 with these parts pinned, those `removed` taken out, and everything else as it was: the settings
 * too, unless others are given.
 */
export function planPin(
  store: ReleaseStore,
  parts: Descriptor[],
  intent: Intent,
  { removed = [], settings: given }: Besides = {},
): Plan {
  const live = readLive(store, intent)
  const settings = given ?? live?.settings ?? {}
  const origins = store.origins()
  const urlOf = (what: Descriptor) => {
    const origin = origins[what.name]
    if (!origin)
      throw new ReleaseError(
        `where "${what.name}" is served from is not known; say it: release part ${what.name} --origin URL`,
      )
    return `${origin}/${artifactFolder(what)}/`
  }
  const twice = parts.find(({ name }, index) => parts.findIndex((other) => other.name === name) !== index)
  if (twice) throw new ReleaseError(`${twice.name} is named twice; a release has one pin of each part`)
  const isShell = (one: Descriptor): one is ShellDescriptor => one.kind === 'shell'
  const isRemote = (one: Descriptor): one is RemoteDescriptor => one.kind === 'remote'

  const newShell = parts.find(isShell)
  const shell = newShell ? { url: urlOf(newShell), descriptor: newShell } : live?.shell
  if (!shell) throw new ReleaseError('the first release must pin the shell')
  const pinned = parts.filter(isRemote).map((one) => [one.name, { url: urlOf(one), descriptor: one }] as const)
  const stay = Object.entries(live?.remotes ?? {}).filter(([name]) => !removed.includes(name))
  const remotes = Object.fromEntries([...stay, ...pinned])
  const failures = new FailureLog(store.folder)
  const isBad = (version: PinnedRemote) => failures.isBad(version.descriptor) || hasFailed(store, { shell }, version)
  const plan = planRelease(
    store,
    'pin',
    live,
    { shell, remotes, fallbacks: versionsBefore(remotes, live, isBad), off: live?.off ?? {}, settings },
    intent,
  )
  return { ...plan, parts: [...new Set([...plan.parts, ...parts.map(({ name }) => name)])] }
}

/**
 * For each remote the version it had before this pin, unless pages or the skew matrix reported that it failed: then the
 * one it fell back to itself. A remote whose pin stays keeps its fallback.
 */
function versionsBefore(
  remotes: Release['remotes'],
  live: Release | null,
  isBad: (version: PinnedRemote) => boolean,
): Release['fallbacks'] {
  const earlier = Object.entries(remotes).flatMap(([name, { url }]) => {
    const before = live?.remotes[name]
    const stays = !before || before.url === url || isBad(before)
    const good = stays ? live?.fallbacks[name] : before
    return good ? [[name, good] as const] : []
  })
  return Object.fromEntries(earlier)
}
