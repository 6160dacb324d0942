import type { RemoteFailure } from '@interline/federation/runtime'

const versionOf = ({ descriptor }: RemoteFailure['version']) => `${descriptor.version}-${descriptor.build}`

/**
 * Reports to the shell's origin a version of a remote that failed in this page: which one, when, and what it threw;
 * nothing of the person.
 */
export const reportFailureOf = (release: number) => {
  const reported = new Set<string>()
  return ({ remote, version, phase, error }: RemoteFailure): void => {
    const report = { release, remote, version: versionOf(version), phase, message: error.message.slice(0, 300) }
    const once = `${report.version} ${phase} ${remote}`
    if (reported.has(once)) return
    reported.add(once)
    const headers = { 'content-type': 'application/json' }
    // A report that does not arrive must not be a second failure.
    fetch('/reports', { method: 'POST', headers, body: JSON.stringify(report), keepalive: true }).catch(() => undefined)
  }
}
