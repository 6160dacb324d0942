import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readJsonIfThere } from '../../schema/read-json.ts'
import { flush } from '../files/flush.ts'
import { makeFolder } from '../files/make-folder.ts'
import { ReleaseError } from '../report/release-error.ts'
import { writeJson } from '../files/write-file.ts'
import { FailureLog } from './failures.ts'

const held = z.object({ release: z.number().int().positive(), at: z.iso.datetime(), reason: z.string() })
export type Held = z.infer<typeof held>

/**
 * The one folder that origins write (`ORIGIN_STATE`, default `origin-state` in `DATA_DIR`), for all replicas of an
 * origin: `failures.jsonl` has what pages reported, `held.json` the canary that failed in them, `served/N` says that
 * the live release N was served, and `builds/` is what a remote's origin fetched from its store.
 */
export class OriginState {
  readonly folder: string
  readonly failures: FailureLog
  readonly #served: string

  constructor(folder: string) {
    this.folder = folder
    this.failures = new FailureLog(folder)
    this.#served = join(folder, 'served')
  }

  /** Makes the folder: only an origin does, and not the tool that reads it. */
  open(): this {
    makeFolder(resolve(this.#served))
    return this
  }

  /** Throws when it is not there: a canary may be on hold that nobody sees. */
  requireThere() {
    if (!existsSync(this.#served))
      throw new ReleaseError(
        `${this.folder}: no origin has written here, so nobody knows how the canary does; ORIGIN_STATE names the folder that the shell's origin writes`,
      )
  }

  /** Where a remote's origin puts a build that it fetched. */
  buildPath(part: string, build: string): string {
    return join(this.folder, 'builds', part, build)
  }

  /** The highest number of a live release that was served; 0 before the first. */
  highestServed(): number {
    const numbers = existsSync(this.#served) ? readdirSync(this.#served).map(Number) : []
    return Math.max(0, ...numbers.filter(Number.isInteger))
  }

  /** One empty file for each number: two replicas that write at once cannot take a higher one back. */
  rememberServed(number: number) {
    writeFileSync(join(this.#served, String(number)), '', { flush: true })
    flush(this.#served)
    for (const name of readdirSync(this.#served))
      if (Number(name) < number) rmSync(join(this.#served, name), { force: true })
  }

  /** The canary on hold, if any. Throws when the file cannot be read. */
  held(): Held | null {
    return readJsonIfThere(join(this.folder, 'held.json'), held) ?? null
  }

  hold(one: Held) {
    writeJson(join(this.folder, 'held.json'), one)
  }
}
