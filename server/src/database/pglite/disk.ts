import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** How an open file is synced to the disk: `now` blocks the process, `beside` runs in the background. */
export type FileSync = { now(file: number): void; beside(file: number): Promise<void> }

// fdatasync is F_FULLFSYNC on macOS and FlushFileBuffers on Windows: through the disk's own cache.
export const fileSync: FileSync = { now: fdatasyncSync, beside: promisify(fdatasync) }

/** A write to the disk failed. What of it was stored is known after the next start only. */
export class DiskError extends Error {
  readonly code = 'DISK_FAILED'
}

/**
 * Syncs the write-ahead log to the disk, with one sync for all commits that wait. PostgreSQL wants a sync at each
 * commit and is answered at once that it is done. `settled` resolves when it really is. `catchUp` syncs at once, before
 * something is written that must not reach the disk before the log.
 */
export class Disk {
  readonly #sync: FileSync
  /** Segments of the log that are open here, by path: PostgreSQL closes its own when it likes. */
  readonly #open = new Map<string, number>()
  #behind = new Set<string>()
  #onTheWay = new Set<string>()
  #group: Promise<void> | undefined
  #nextGroup: Promise<void> | undefined
  #failure: DiskError | undefined
  #isGivenUp = false
  #noted = 0
  #segments = 0
  #newest: string | undefined

  constructor(sync: FileSync) {
    this.#sync = sync
  }

  /** How often PostgreSQL has asked for the log to be on the disk. */
  get noted(): number {
    return this.#noted
  }

  /** Whether something was noted that is not on the disk yet. */
  get isBehind(): boolean {
    return this.#behind.size > 0 || this.#onTheWay.size > 0
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /**
   * Throws when the disk has failed. From then on nothing may be acknowledged: a later sync that succeeds does not
   * bring back what was lost.
   */
  ensureWell(): void {
    if (this.#failure) throw this.#failure
  }

  /** Notes a failure that PostgreSQL itself reports: from then on nothing may be acknowledged. */
  failedAt(error: unknown): void {
    this.#fail(error)
  }

  /** Runs what must not fail in the middle of PostgreSQL's work. If it fails, this database cannot be used any more. */
  orGiveUp<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      this.#isGivenUp = true
      throw this.#fail(error)
    }
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** How many segments of the log were begun since `checkpointed` was called. */
  get segments(): number {
    return this.#segments
  }

  checkpointed(): void {
    this.#segments = 0
  }

  /** The segment at `path` is to be on the disk. */
  note(path: string): void {
    this.#noted += 1
    if (path !== this.#newest) this.#segments += 1
    this.#newest = path
    if (!this.#open.has(path)) this.#open.set(path, openSync(path, 'r+'))
    this.#behind.add(path)
  }

  /** Resolves when all that was noted until now is on the disk; throws a `DiskError`. */
  settled(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure)
    if (!this.#group) return this.#behind.size === 0 ? Promise.resolve() : this.#syncGroup()
    // The group on its way may have begun before the last note: those who come now go together after it.
    if (this.#behind.size === 0) return this.#group
    return (this.#nextGroup ??= this.#group.then(() => {
      this.#nextGroup = undefined
      return this.settled()
    }))
  }

  /** Brings all that was noted to the disk at once; throws a `DiskError`. */
  catchUp(): void {
    this.ensureWell()
    if (!this.isBehind) return
    const paths = new Set([...this.#behind, ...this.#onTheWay])
    try {
      for (const path of paths) this.#sync.now(this.#fileOf(path))
    } catch (error) {
      throw this.#fail(error)
    }
    this.#behind.clear()
    this.#onTheWay.clear()
    this.#closeOld()
  }

  /** After the database was closed. */
  close(): void {
    for (const file of this.#open.values()) closeSync(file)
    this.#open.clear()
  }

  #syncGroup(): Promise<void> {
    const paths = [...this.#behind]
    this.#behind.clear()
    this.#onTheWay = new Set(paths)
    const group = Promise.all(paths.map((path) => this.#sync.beside(this.#fileOf(path)))).then(
      () => {
        this.#group = undefined
        this.#onTheWay.clear()
        this.#closeOld()
      },
      (error: unknown) => {
        throw this.#fail(error)
      },
    )
    this.#group = group
    return group
  }

  #fail(error: unknown): DiskError {
    if (error instanceof DiskError) return error
    this.#failure ??= new DiskError(
      `the disk did not take the last changes: ${error instanceof Error ? error.message : 'it could not be written'}`,
      { cause: error },
    )
    return this.#failure
  }

  #fileOf(path: string): number {
    const file = this.#open.get(path)
    if (file === undefined) throw new Error(`${path} is not open`)
    return file
  }

  /** Closes old segments. The newest one stays open because it is written next. */
  #closeOld() {
    if (this.#group) return
    for (const [path, file] of this.#open) {
      if (path === this.#newest || this.#behind.has(path) || this.#onTheWay.has(path)) continue
      closeSync(file)
      this.#open.delete(path)
    }
  }
}
