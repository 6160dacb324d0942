import {
  artifactFolder,
  type Descriptor,
  type PinnedRemote,
  type Release,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '../../schema/index.ts'
import { planRelease, readLive, type Intent } from './plan.ts'
import { type Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import { hasFailed } from '../skew/pair-in-report.ts'
import type { ReleaseStore } from '../store/store.ts'

/** The rest of a manifest: parts that go, and what stays as it is unless it says so. */
export type Besides = { removed?: string[] } & Partial<Pick<Release, 'settings' | 'reachesPage' | 'off'>>

/**
 * Plans release n+1 with these parts pinned, those `removed` taken out, and everything else as it was: the settings
 * too, unless others are given.
 */
export const planPin = (store: ReleaseStore, parts: Descriptor[], intent: Intent, besides?: Besides): Plan =>
  planPinOnto(store, readLive(store, intent), parts, intent, besides)

/** Plans the release that pins these parts in another, which is live or will be. */
export function planPinOnto(
  store: ReleaseStore,
  live: Release | null,
  parts: Descriptor[],
  intent: Intent,
  { removed = [], ...given }: Besides = {},
): Plan {
  const { off = {}, settings = {}, reachesPage = [] } = { ...live, ...given }
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
  if (twice) throw new ReleaseError(`${twice.name} is named twice; say which one version of it is meant`)
  const isShell = (one: Descriptor): one is ShellDescriptor => one.kind === 'shell'
  const isRemote = (one: Descriptor): one is RemoteDescriptor => one.kind === 'remote'

  const newShell = parts.find(isShell)
  const shell = newShell ? { url: urlOf(newShell), descriptor: newShell } : live?.shell
  if (!shell) throw new ReleaseError('the first release must pin the shell; name shell@VERSION too')
  const pinned = parts.filter(isRemote).map((one) => [one.name, { url: urlOf(one), descriptor: one }] as const)
  const stay = Object.entries(live?.remotes ?? {}).filter(([name]) => !removed.includes(name))
  const remotes = Object.fromEntries([...stay, ...pinned])
  const { failures } = store.state
  const isBad = (version: PinnedRemote) =>
    failures.isBad(version.descriptor) || hasFailed(intent.skew, { shell }, version)
  const plan = planRelease(
    store,
    'pin',
    live,
    { shell, remotes, fallbacks: versionsBefore(remotes, live, isBad), off, settings, reachesPage },
    intent,
  )
  return { ...plan, parts: [...new Set([...plan.parts, ...parts.map(({ name }) => name)])] }
}

/**
 * For each remote the version it had before this pin, unless pages or the report of the skew matrix say that it failed:
 * then the one it fell back to itself. A remote whose pin stays keeps its fallback.
 */
function versionsBefore(
  remotes: Release['remotes'],
  live: Release | null,
  isBad: (version: PinnedRemote) => boolean,
): Release['fallbacks'] {
  const earlier = Object.entries(remotes).flatMap(([name, { descriptor }]) => {
    const before = live?.remotes[name]
    const isMoved = before && artifactFolder(before.descriptor) === artifactFolder(descriptor)
    const stays = !before || isMoved || isBad(before)
    const good = stays ? live?.fallbacks[name] : before
    return good ? [[name, good] as const] : []
  })
  return Object.fromEntries(earlier)
}
