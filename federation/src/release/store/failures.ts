import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { artifactFolder, failureReport, type FailureReport } from '../../schema/index.ts'

type Failure = FailureReport & { at: string }
type Version = { name: string; version: string; build: string }

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

  /** All that is in the file, the oldest first; a line that was cut off is left out. */
  read(): Failure[] {
    if (!existsSync(this.file)) return []
    return readFileSync(this.file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          const { at, ...report } = JSON.parse(line) as Failure
          const parsed = failureReport.safeParse(report)
          return parsed.success ? [{ at, ...parsed.data }] : []
        } catch {
          return []
        }
      })
  }

  /**
   * Whether pages reported that a version is no good: a screen of it threw when it was first drawn, or it did not load
   * more than twice.
   */
  isBad(version: Version): boolean {
    return this.#isBad(this.#failuresOf(version))
  }

  /** What pages reported of a version that is no good, in words; '' for any other. */
  describeFailures(version: Version): string {
    const failures = this.#failuresOf(version)
    const last = failures.at(-1)
    if (!last || !this.#isBad(failures)) return ''
    return `${version.name}@${artifactFolder(version)} failed in pages before (${failures.length === 1 ? 'once' : `${failures.length} times`}, last ${last.at}: ${last.message})`
  }

  #failuresOf(version: Version): Failure[] {
    return this.read().filter(
      (failure) => failure.remote === version.name && failure.version === artifactFolder(version),
    )
  }

  #isBad(failures: Failure[]): boolean {
    return failures.some(({ phase }) => phase === 'mount') || failures.length > 2
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
