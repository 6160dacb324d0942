import { refreshDoor, type RefreshDoor } from '../../schema/refresh-door.ts'
import type { Grant, PinnedRemote, Release } from '../../schema/index.ts'
import { verifyPageGrant } from './grant.ts'
import { fetchGrantedBuild, grantedFilesOf, SourceAway } from './granted-build.ts'
import { alsoKnow } from '../integrity.ts'
import { openRemotes, type RemoteFailure } from '../remotes.ts'
import { followSource, type SourceEvent } from './source-events.ts'
import { showStylesOf } from './source-styles.ts'
import type { VerifiedRelease } from '../verify-release.ts'

/**
 * How the source of a granted remote stands. `running`: its last build runs. `building`. `failed`: the last build has errors, the one before
 * runs on. `refused`: this page did not take the last build. `routes`: it runs, and its routes or sidebar are those of the page's load.
 * `away`: its origin does not answer.
 */
export type SourceState = { status: 'running' | 'building' | 'failed' | 'refused' | 'routes' | 'away'; build: string | null; said: string }

const troubleOf = (error: unknown): Pick<SourceState, 'status' | 'said'> =>
  error instanceof SourceAway ? { status: 'away', said: '' } : { status: 'refused', said: error instanceof Error ? error.message : String(error) }
const shapeOf = ({ descriptor }: PinnedRemote) => JSON.stringify([descriptor.routes, descriptor.sidebar])

/**
 * The remotes of this page with one of them from its source, when the page carries a grant for this browser's session. Else why not, and
 * the released version is to run. `release` is the page's release with that remote's last build in its place.
 */
export async function openGrantedRemote(verified: VerifiedRelease, token: string | null, report: (failure: RemoteFailure) => void) {
  const verdict = await verifyPageGrant(verified, token)
  if (typeof verdict === 'string') return { refused: verdict }
  const grant = verdict
  const { origin, remote } = grant

  const files = grantedFilesOf(origin)
  alsoKnow(files.integrityOf)
  let current: PinnedRemote | null = null
  let state: SourceState
  try {
    current = await fetchGrantedBuild(grant, verified.release)
    files.admit(current)
    state = { status: 'running', build: current.descriptor.build, said: '' }
  } catch (error) {
    state = { build: null, ...troubleOf(error) }
  }
  const release = releaseWith(verified.release, remote, current)
  // What a developer breaks in their own page says nothing about a released version.
  const isGranted = ({ version }: RemoteFailure) => version.url.startsWith(`${origin}/`)
  const remotes = openRemotes(release, (failure) => !isGranted(failure) && report(failure))

  const listeners = new Set<() => void>()
  function set(next: Partial<SourceState>) {
    state = { ...state, said: '', ...next }
    for (const listener of listeners) listener()
  }

  async function takeLatest() {
    try {
      const latest = await fetchGrantedBuild(grant, verified.release)
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
  function hear(event: SourceEvent) {
    if (event.state === 'built') taking = taking.then(takeLatest)
    else if (event.state === 'failed') set({ status: 'failed', said: event.errors })
    else set({ status: event.state })
  }

  return {
    grant,
    release,
    remotes,
    /** Begins to follow the source: each finished build takes the place of the one before. Returns how to stop. */
    follow: () => followSource(origin, hear),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
  }
}
export type GrantedRemote = Extract<Awaited<ReturnType<typeof openGrantedRemote>>, { grant: Grant }>

/** A release with a build in a remote's place. It has no version to give way to: who develops a remote must see what it does. */
function releaseWith(release: Release, remote: string, build: PinnedRemote | null): Release {
  const { [remote]: _, ...fallbacks } = release.fallbacks
  return { ...release, fallbacks, remotes: { ...release.remotes, ...(build && { [remote]: build }) } }
}

/** What keeps the state of components hears of a build only when all of it has loaded. */
async function inOneStep(load: (taken: () => void) => Promise<void>): Promise<void> {
  const door = () => Reflect.get(globalThis, refreshDoor) as RefreshDoor | undefined
  door()?.begin()
  try {
    await load(() => door()?.commit())
  } catch (error) {
    door()?.discard()
    throw error
  }
}
