import {
  pinnedAt,
  RemoteError,
  toError,
  type PinnedRemote,
  type Release,
  type RemoteFailure,
  type Remotes,
} from '@interline/federation/runtime'

const versionOf = ({ descriptor }: PinnedRemote) => `${descriptor.version}-${descriptor.build}`

/** The token of this page load; browsers give it to no page that came by plain http from another machine. */
function loadToken(): string | undefined {
  const pages = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[]
  return pages[0]?.serverTiming?.find(({ name }) => name === 'load')?.description
}

export type Report = (failure: RemoteFailure) => void

/**
 * Reports to the shell's origin a version of a remote that failed in this page: which one, when, and what it threw;
 * nothing of the person. Each once in a page.
 */
export const reportFailureOf = (release: number): Report => {
  const reported = new Set<string>()
  return ({ remote, version, phase, error }) => {
    const failure = { release, remote, version: versionOf(version), phase, message: error.message.slice(0, 300) }
    const once = `${failure.version} ${phase} ${remote}`
    if (reported.has(once)) return
    reported.add(once)
    const report = { ...failure, load: loadToken() }
    const headers = { 'content-type': 'application/json' }
    // A report that does not arrive must not be a second failure.
    fetch('/reports', { method: 'POST', headers, body: JSON.stringify(report), keepalive: true }).catch(() => undefined)
  }
}

/**
 * Reports what nobody caught, when its stack leads into the files of a remote: what it threw in an event, in a timer,
 * in a promise, or when its screen was taken down. Without such a stack it is of the screen at `left`, if known.
 * A load that was given up on purpose is no failure.
 */
export const reportUncaughtOf = (release: Release, remotes: Pick<Remotes, 'peek'>, report: Report) => {
  const versions = [...Object.values(release.remotes), ...Object.values(release.fallbacks)]
  const runningAt = (path: string) => {
    const pinned = pinnedAt(release, path)
    return pinned && remotes.peek(pinned.descriptor.name)?.version
  }
  return (thrown: unknown, left?: string): void => {
    const { name: kind, stack = '' } = toError(thrown)
    if (/^(Abort|Canceled)Error$/.test(kind)) return
    const version =
      versions.find(({ url }) => stack.includes(url)) ?? (left === undefined ? undefined : runningAt(left))
    if (!version) return
    const { name } = version.descriptor
    report({ remote: name, version, phase: 'run', error: new RemoteError(name, 'broken', thrown) })
  }
}

/** Has what nobody caught in this page reported. */
export function watchUncaught(reportUncaught: (thrown: unknown) => void): void {
  addEventListener('error', ({ error }) => reportUncaught(error))
  addEventListener('unhandledrejection', ({ reason }) => reportUncaught(reason))
}
