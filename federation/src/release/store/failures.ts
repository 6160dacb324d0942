import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { jsonOf, readText } from '../../schema/read-json.ts'
import { oneLine } from '../report/plain-text.ts'
import { artifactFolder, failureReport, type FailureReport } from '../../schema/index.ts'
import { loadsServed } from './page-loads.ts'

const storedFailure = failureReport.extend({ at: z.iso.datetime(), load: z.string() })
/** A page's report, its time, and the id of the page load that did. */
export type Failure = z.infer<typeof storedFailure>
type Version = { name: string; version: string; build: string }

const badForMs = 7 * 24 * 60 * 60 * 1000
const enoughLoads = 3
const badShare = 0.01
const largest = 4 * 1024 * 1024

/**
 * The reports of pages about remotes that failed in them: `failures.jsonl`, one line each; when it is full it becomes
 * `failures.1.jsonl`.
 */
export class FailureLog {
  readonly file: string

  constructor(folder: string) {
    this.file = join(folder, 'failures.jsonl')
  }

  /** Whether a page load reported this version before: each has one voice. */
  has({ release, remote, version }: FailureReport, load: string): boolean {
    return this.read().some(
      (one) => one.load === load && one.release === release && one.remote === remote && one.version === version,
    )
  }

  /** Adds what a page load reported of a version, unless it did before. */
  add(report: FailureReport, load: string, at = new Date()) {
    if (this.has(report, load)) return
    if (existsSync(this.file) && statSync(this.file).size > largest)
      renameSync(this.file, this.file.replace(/\.jsonl$/, '.1.jsonl'))
    appendFileSync(this.file, `${JSON.stringify({ at: at.toISOString(), load, ...report })}\n`)
  }

  /** All that is in the file, the oldest first, messages fit for a terminal; a line that was cut off is left out. */
  read(): Failure[] {
    if (!existsSync(this.file)) return []
    return readText(this.file)
      .split('\n')
      .flatMap((line) => {
        const { data } = storedFailure.safeParse(jsonOf(line))
        return data ? [{ ...data, message: oneLine(data.message) }] : []
      })
  }

  /**
   * Whether pages reported of late that a version is no good: three page loads within a week, and 1 % of those of the
   * releases in which it failed.
   */
  isBad(version: Version, now = Date.now()): boolean {
    const recent = this.#failuresOf(version).filter(({ at }) => now - Date.parse(at) < badForMs)
    const releases = [...new Set(recent.map(({ release }) => release))]
    const loads = new Set(recent.map(({ load }) => load)).size
    return loads >= enoughLoads && loads >= badShare * loadsServed(dirname(this.file), releases, 'day')
  }

  /**
   * Says in words what pages reported of a version whose screen did not come to stand, or that did not load more than
   * twice; '' for any other.
   */
  describeFailures(version: Version): string {
    const failures = this.#failuresOf(version)
    const last = failures.at(-1)
    const isWorthSaying = failures.some(({ phase }) => phase === 'mount') || failures.length >= enoughLoads
    if (!last || !isWorthSaying) return ''
    return `${version.name}@${artifactFolder(version)} failed in pages before (${failures.length === 1 ? 'once' : `${failures.length} times`}, last ${last.at}: ${last.message})`
  }

  #failuresOf(version: Version): Failure[] {
    return this.read().filter(
      ({ remote, version: failed, phase }) =>
        remote === version.name && failed === artifactFolder(version) && phase !== 'run',
    )
  }
}

export type FailureCount = Pick<FailureReport, 'release' | 'remote' | 'version' | 'phase'> & {
  count: number
  last: Failure
}

/** Failures by release, remote, version and phase, the most first. */
export function countFailures(failures: readonly Failure[]): FailureCount[] {
  const counts = new Map<string, FailureCount>()
  for (const failure of failures) {
    const { release, remote, version, phase } = failure
    const key = JSON.stringify([release, remote, version, phase])
    counts.set(key, { release, remote, version, phase, count: (counts.get(key)?.count ?? 0) + 1, last: failure })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}
