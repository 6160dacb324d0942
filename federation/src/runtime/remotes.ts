import type { PinnedRemote, Release, SettingValues } from '../schema/index.ts'
import { understoodSettings } from '../schema/settings/settings-values.ts'
import { registerRelease, registerVersions } from './host.ts'
import { loadRemoteModule, type RemoteModule } from './load-remote-module.ts'
import { RemoteError } from './remote-error.ts'
import { forgetAttempts, type Attempts } from './attempts.ts'
import { fetchAhead, wasAltered } from './check-files.ts'

/** A remote as it runs in this page: its module, and which version that is. */
export type LoadedRemote = RemoteModule & {
  version: PinnedRemote
  /**
   * As long as it stays the same, so does what is drawn; other builds of a source may take over the key of the one
   * before.
   */
  key: string
  /** The settings that the release gives it, as far as this version understands them. */
  settings: SettingValues
  /** Why the pinned version does not run, when `version` is its last known good one. */
  insteadOf: RemoteError | null
}

/**
 * A version of a remote that failed in this page. `load`: its files did not arrive, or threw; `integrity`: a file
 * arrived that is not what its hash says; `mount`: a screen of it threw before it stood, did not stand in time, is
 * missing, or the page did not survive it; `run`: it threw later.
 */
export type RemoteFailure = {
  remote: string
  version: PinnedRemote
  phase: 'load' | 'integrity' | 'mount' | 'run'
  error: RemoteError
}

/** How long a version may take to load, in ms: with another one to fall back to, and without. */
const timeoutMs = { withFallback: 5000, alone: 20_000 }

/**
 * The remotes of one release: loaded when asked for, kept when loaded, asked for again when they failed. When a pinned
 * version fails, the last known good one of that remote alone runs instead; `report` is called for each version that
 * failed. A version that a page did not survive counts as failed in the next one: `attempts` remembers it.
 */
export function openRemotes(
  release: Release,
  report: (failure: RemoteFailure) => void = () => undefined,
  attempts: Attempts = forgetAttempts,
) {
  registerRelease(release)
  const failedBefore = new Set<string>()
  const loaded = new Map<string, LoadedRemote>()
  const underWay = new Map<string, Promise<LoadedRemote>>()
  const replaced = new Map<string, LoadedRemote>()
  const prefetched = new Set<string>()
  const watching = new Map<string, Set<(running: LoadedRemote) => void>>()

  async function run(version: PinnedRemote, insteadOf: RemoteError | null, ms: number): Promise<LoadedRemote> {
    const { name } = version.descriptor
    const anew = failedBefore.has(version.url)
    attempts.begin(version.url)
    try {
      const { routes, refreshes = false } = await loadRemoteModule(version, ms, anew)
      const settings = understoodSettings(version.descriptor.settings, release.settings[name])
      return { routes, refreshes, version, key: version.url, settings, insteadOf }
    } catch (thrown) {
      failedBefore.add(version.url)
      const error = thrown instanceof RemoteError ? thrown : new RemoteError(name, 'broken', thrown)
      void reportLoad(version, error)
      throw error
    } finally {
      attempts.end(version.url)
    }
  }

  /** A report waits until it is known what went wrong; the person does not. */
  async function reportLoad(version: PinnedRemote, error: RemoteError) {
    const { subtle } = (globalThis.crypto as Partial<Crypto> | undefined) ?? {}
    const phase = error.kind === 'unreachable' && (await wasAltered(version, subtle)) ? 'integrity' : 'load'
    report({ remote: version.descriptor.name, version, phase, error })
  }

  async function runPinned(remote: string): Promise<LoadedRemote> {
    const pinned = release.remotes[remote]
    if (!pinned)
      throw new RemoteError(remote, 'unreachable', new Error(`${remote} is not part of release ${release.number}`))
    const fallback = release.fallbacks[remote]
    if (attempts.wasLost(pinned.url) && !failedBefore.has(pinned.url)) {
      failedBefore.add(pinned.url)
      const error = new RemoteError(remote, 'broken', new Error('the last page did not survive it'))
      report({ remote, version: pinned, phase: 'mount', error })
      if (!fallback) throw error
      return runFallback(fallback, error)
    }
    if (!fallback) return run(pinned, null, timeoutMs.alone)
    return run(pinned, null, timeoutMs.withFallback).catch((error: RemoteError) => runFallback(fallback, error))
  }

  // The error on screen is that of the version that was meant to run, not that of its fallback.
  const runFallback = (fallback: PinnedRemote, error: RemoteError) =>
    run(fallback, error, timeoutMs.alone).catch(() => Promise.reject(error))

  /** Callers that ask at the same time share one attempt. */
  function once(remote: string, begin: () => Promise<LoadedRemote>): Promise<LoadedRemote> {
    const running = underWay.get(remote)
    if (running) return running
    const loading = begin()
      .then((found) => {
        const running = replaced.get(remote) ?? found
        loaded.set(remote, running)
        return running
      })
      .finally(() => underWay.delete(remote))
    underWay.set(remote, loading)
    return loading
  }

  /** Rejects with `RemoteError`. */
  function load(remote: string): Promise<LoadedRemote> {
    const known = loaded.get(remote)
    return known ? Promise.resolve(known) : once(remote, () => runPinned(remote))
  }

  return {
    load,
    attempts,
    /** A remote that is loaded already. */
    peek: (remote: string) => loaded.get(remote),
    /**
     * Fetches the code of a remote ahead of its first visit, once, and runs nothing of it. Resolves in any case: a
     * failure is shown when the remote is visited.
     */
    async prefetch(remote: string): Promise<void> {
      const pinned = release.remotes[remote]
      if (!pinned || release.off[remote] || prefetched.has(remote) || loaded.has(remote) || underWay.has(remote)) return
      prefetched.add(remote)
      await fetchAhead(pinned)
    },
    /** Whether another version can take the place of one that fails. */
    hasFallback: ({ version, insteadOf }: LoadedRemote): boolean =>
      insteadOf === null && release.fallbacks[version.descriptor.name] !== undefined,
    /** Reports what a version threw after its screen stood. */
    reportThrown(running: LoadedRemote, thrown: unknown): void {
      const { name } = running.version.descriptor
      report({ remote: name, version: running.version, phase: 'run', error: new RemoteError(name, 'broken', thrown) })
    },
    /**
     * Reports that a screen of a version did not come to stand. Resolves with the last known good version in its place;
     * rejects with the same error when there is none, or when that is the one that failed.
     */
    fallBack(failed: LoadedRemote, thrown: unknown): Promise<LoadedRemote> {
      const { name } = failed.version.descriptor
      const error = thrown instanceof RemoteError ? thrown : new RemoteError(name, 'broken', thrown)
      report({ remote: name, version: failed.version, phase: 'mount', error })
      const fallback = release.fallbacks[name]
      if (!fallback || failed.insteadOf) return Promise.reject(error)
      loaded.delete(name)
      return once(name, () => runFallback(fallback, error))
    },
    /**
     * Loads another version beside the one that runs, and then runs it instead; `onLoaded` is called between the two.
     * Rejects, and changes nothing, when it does not load.
     */
    async replace(version: PinnedRemote, onLoaded: () => void = () => undefined): Promise<void> {
      const { name } = version.descriptor
      registerVersions([version])
      const before = loaded.get(name)
      const next = await run(version, null, timeoutMs.alone)
      onLoaded()
      const running = next.refreshes && before ? { ...next, key: before.key } : next
      replaced.set(name, running)
      loaded.set(name, running)
      for (const notify of watching.get(name) ?? []) notify(running)
    },
    /** Calls `notify` when another version replaced the one that runs. Returns how to stop. */
    watch(remote: string, notify: (running: LoadedRemote) => void): () => void {
      const listeners = watching.get(remote) ?? new Set()
      watching.set(remote, listeners.add(notify))
      return () => void listeners.delete(notify)
    },
  }
}

export type Remotes = ReturnType<typeof openRemotes>
