import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '../../schema/read-json.ts'
import { oneLine } from '../report/plain-text.ts'
import { artifactFolder, failureReport, type FailureReport } from '../../schema/index.ts'

type Failure = FailureReport & { at: string }
type Version = { name: string; version: string; build: string }

const badForMs = 7 * 24 * 60 * 60 * 1000
const enoughReports = 3
const largest = 4 * 1024 * 1024

/**
 * What pages reported of remotes that failed in them: `failures.jsonl`, one line each; when it is full it becomes
 * `failures.1.jsonl`.
 */
export class FailureLog {
  readonly file: string

  constructor(folder: string) {
    this.file = join(folder, 'failures.jsonl')
  }

  add(report: FailureReport, at = new Date()) {
    if (existsSync(this.file) && statSync(this.file).size > largest)
      renameSync(this.file, this.file.replace(/\.jsonl$/, '.1.jsonl'))
    appendFileSync(this.file, `${JSON.stringify({ at: at.toISOString(), ...report })}\n`)
  }

  /** All that is in the file, the oldest first, messages fit for a terminal; a line that was cut off is left out. */
  read(): Failure[] {
    if (!existsSync(this.file)) return []
    return readText(this.file)
      .split('\n')
      .flatMap((line) => {
        try {
          const { at, ...report } = JSON.parse(line) as Failure
          const parsed = failureReport.safeParse(report)
          return parsed.success ? [{ at, ...parsed.data, message: oneLine(parsed.data.message) }] : []
        } catch {
          return []
        }
      })
  }

  /**
   * Whether pages reported of late that a version is no good: three times within a week. Reports are anonymous, so that
   * one alone says little.
   */
  isBad(version: Version, now = Date.now()): boolean {
    return this.#failuresOf(version).filter(({ at }) => now - Date.parse(at) < badForMs).length >= enoughReports
  }

  /**
   * What pages reported of a version whose screen did not come to stand, or that did not load more than twice, in
   * words; '' for any other.
   */
  describeFailures(version: Version): string {
    const failures = this.#failuresOf(version)
    const last = failures.at(-1)
    const isWorthSaying = failures.some(({ phase }) => phase === 'mount') || failures.length >= enoughReports
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
