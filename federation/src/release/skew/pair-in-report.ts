import type { Descriptor, PinnedRemote, Release } from '../../schema/index.ts'
import { buildOf, pairName, type SkewReport, type TriedPair } from './skew-report.ts'

/** The word of a report on a pair of builds. */
type Said = { state: 'ok' } | { state: 'failed' | 'other hashes' | 'not named'; reasons: string[] }

/**
 * Looks up a build of a remote in a build of the shell. A report that names one of the two with another
 * hash is of other bytes, so it says nothing of these.
 */
export function pairInReport(report: SkewReport | undefined, shell: Descriptor, remote: Descriptor): Said {
  const pair = { shell: buildOf(shell), remote: buildOf(remote) }
  const name = pairName(pair)
  const pairs = report?.pairs ?? []
  const builds = pairs.flatMap((tried) => [tried.shell, tried.remote])
  const other = [pair.shell, pair.remote].find((own) => builds.some((named) => isOtherBytes(own, named)))
  if (other)
    return {
      state: 'other hashes',
      reasons: [`the report is of other bytes of ${other.part}@${other.artifact}; run npm run skew anew`],
    }
  const tried = pairs.filter((one) => isSame(one.shell, pair.shell) && isSame(one.remote, pair.remote))
  if (tried.length === 0) return { state: 'not named', reasons: [`no report of npm run skew names ${name}`] }
  const failures = tried.flatMap((one) => one.failures)
  return failures.length === 0
    ? { state: 'ok' }
    : { state: 'failed', reasons: failures.map(({ test, reason }) => `${name} failed "${test}": ${reason}`) }
}

type Build = TriedPair['remote']
const isSameBuild = (a: Build, b: Build) => a.part === b.part && a.artifact === b.artifact
const isSame = (a: Build, b: Build) => isSameBuild(a, b) && a.descriptor === b.descriptor
const isOtherBytes = (a: Build, b: Build) => isSameBuild(a, b) && a.descriptor !== b.descriptor

/** Whether a report saw a build of a remote fail in the shell of a release. */
export const hasFailed = (
  report: SkewReport | undefined,
  { shell }: Pick<Release, 'shell'>,
  remote: PinnedRemote,
): boolean => pairInReport(report, shell.descriptor, remote.descriptor).state === 'failed'
