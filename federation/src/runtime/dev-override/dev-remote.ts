import { refreshKey, type RefreshApi } from '../../schema/refresh-api.ts'
import type { DevOverride, PinnedRemote, Release } from '../../schema/index.ts'
import { fetchDevBuild, devFilesOf, OriginUnreachable } from './dev-build.ts'
import { allowAlso } from '../integrity.ts'
import { openRemotes, type RemoteFailure } from '../remotes.ts'
import { followSource, type SourceEvent } from './source-events.ts'

/**
 * The state of the source of a remote under a dev override. `running`: its last build runs. `building`. `failed`: the
 * last build has errors, the one before runs on. `refused`: this page did not take the last build. `routes`: it runs,
 * and its routes or sidebar are those of the page's load. `away`: its origin does not answer.
 */
export type SourceState = {
  status: 'running' | 'building' | 'failed' | 'refused' | 'routes' | 'away'
  build: string | null
  message: string
}

const troubleOf = (error: unknown): Pick<SourceState, 'status' | 'message'> =>
  error instanceof OriginUnreachable
    ? { status: 'away', message: '' }
    : { status: 'refused', message: error instanceof Error ? error.message : String(error) }
const shapeOf = ({ descriptor }: PinnedRemote) => JSON.stringify([descriptor.routes, descriptor.sidebar])

/**
 * The remotes of this page with one of them from its source. The result's `release` is the page's release with that
 * remote's last build in its place.
 */
export async function openDevRemote(
  override: DevOverride,
  released: Release,
  report: (failure: RemoteFailure) => void,
) {
  const { origin, remote } = override
  const files = devFilesOf(origin)
  allowAlso(files.integrityOf)
  let current: PinnedRemote | null = null
  let state: SourceState
  try {
    current = await fetchDevBuild(override, released)
    files.admit(current)
    state = { status: 'running', build: current.descriptor.build, message: '' }
  } catch (error) {
    state = { build: null, ...troubleOf(error) }
  }
  const release = releaseWith(released, remote, current)
  // A failure that a developer makes in their own page says nothing about a released version.
  const isOverridden = ({ version }: RemoteFailure) => version.url.startsWith(`${origin}/`)
  const remotes = openRemotes(release, (failure) => !isOverridden(failure) && report(failure))

  const listeners = new Set<() => void>()
  function set(next: Partial<SourceState>) {
    state = { ...state, message: '', ...next }
    for (const listener of listeners) listener()
  }

  async function takeLatest() {
    try {
      const latest = await fetchDevBuild(override, released)
      if (latest.url !== current?.url) {
        files.admit(latest)
        await inOneStep((taken) => remotes.replace(latest, taken))
        showStylesOf(origin, latest.url)
        current = latest
      }
      const isSame = shapeOf(latest) === shapeOf(release.remotes[remote] ?? latest)
      set({ status: isSame ? 'running' : 'routes', build: latest.descriptor.build })
    } catch (error) {
      set(troubleOf(error))
    }
  }

  let taking = Promise.resolve()
  function onEvent(event: SourceEvent) {
    if (event.state === 'built') taking = taking.then(takeLatest)
    else if (event.state === 'failed') set({ status: 'failed', message: event.errors })
    else set({ status: event.state })
  }

  return {
    override,
    release,
    remotes,
    /** Begins to follow the source: each finished build replaces the one before. Returns how to stop. */
    follow: () => followSource(origin, onEvent),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
  }
}
export type DevRemote = Awaited<ReturnType<typeof openDevRemote>>

/**
 * A release with a build in a remote's place. It has no fallback, because who develops a remote must see its failures.
 */
function releaseWith(release: Release, remote: string, build: PinnedRemote | null): Release {
  const { [remote]: _, ...fallbacks } = release.fallbacks
  return { ...release, fallbacks, remotes: { ...release.remotes, ...(build && { [remote]: build }) } }
}

/** The part that keeps the state of components gets a build only when all of it has loaded. */
async function inOneStep(load: (taken: () => void) => Promise<void>): Promise<void> {
  const refresh = () => Reflect.get(globalThis, refreshKey) as RefreshApi | undefined
  refresh()?.begin()
  try {
    await load(() => refresh()?.commit())
  } catch (error) {
    refresh()?.discard()
    throw error
  }
}

/**
 * Only the styles of one build of an origin apply: a rule that was taken out of the source is gone from the
 * screen too. The others are switched off and not removed, because webpack knows them as loaded.
 */
function showStylesOf(origin: string, base: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.href.startsWith(`${origin}/`)) link.disabled = !link.href.startsWith(base)
  }
}
