import { join } from 'node:path'
import { holdOf, runningCanary, type Canary } from '../../release/canary/running-canary.ts'
import { otherPageFormat } from '../../release/checks/page-format.ts'
import { WhileUnchanged } from '../../release/files/while-unchanged.ts'
import { ReleaseError } from '../../release/report/release-error.ts'
import type { Pointer, ReleaseStore, SignedRelease } from '../../release/store/store.ts'

/**
 * The releases of a store as its origin serves them. Every request asks for one, so each is read, verified and parsed
 * once, and again only when one of its files has changed. A live release that is altered, signed by a key that this
 * origin was not given, lower than one that it served, a canary, or of a shell that reads another page is refused:
 * everybody gets the last good one.
 */
export class ServedReleases {
  readonly #store: ReleaseStore
  readonly #warn: (line: string) => void
  readonly #releases = new WhileUnchanged<number, SignedRelease>()
  readonly #pointers = new WhileUnchanged<Pointer, number | null>()
  readonly #holds = new WhileUnchanged<number, string | null>()
  #good: SignedRelease | null = null
  #lastWarning = ''
  /** Why the live release is not served; null when it is. */
  refused: string | null = null

  constructor(store: ReleaseStore, warn: (line: string) => void) {
    this.#store = store
    this.#warn = warn
  }

  readSigned(number: number, namedBy?: Pointer): SignedRelease {
    return this.#releases.get(
      number,
      () => this.#store.filesOf(number),
      () => this.#requireServable(this.#store.readSigned(number, namedBy)),
    )
  }

  readPointer(name: Pointer): number | null {
    return this.#pointers.get(
      name,
      () => [join(this.#store.folder, name)],
      () => (name === 'live.json' ? this.#readLive() : this.#store.readPointer(name)),
    )
  }

  liveNumber(): number | null {
    return this.readPointer('live.json')
  }

  /** The live release, or the last good one where that is refused. Null when there is neither. */
  live(): SignedRelease | null {
    try {
      const number = this.liveNumber()
      this.#good = number === null ? null : this.readSigned(number, 'live.json')
      this.refused = null
    } catch (error) {
      this.#good ??= this.#lastServed()
      const reason = error instanceof Error ? error.message : String(error)
      this.refused = this.#good ? `${reason}; release ${this.#good.release.number} is served on` : reason
      this.#explain(this.refused)
    }
    return this.#good
  }

  /** The canary beside the live release that is served, for those who get it; null when nobody does. */
  canary(): { signed: SignedRelease; canary: Canary['canary'] } | null {
    try {
      const signed = this.refused === null ? runningCanary(this) : null
      if (!signed || this.#holdOf(signed.release) !== null) return null
      return { signed: this.readSigned(signed.release.number), canary: signed.release.canary }
    } catch (error) {
      this.#explain(error instanceof Error ? error.message : String(error))
      return null
    }
  }

  #holdOf(canary: Canary): string | null {
    return this.#holds.get(
      canary.number,
      () => [join(this.#store.state.folder, 'held.json')],
      () => holdOf(this.#store, canary),
    )
  }

  #requireServable(signed: SignedRelease): SignedRelease {
    const { number, shell } = signed.release
    if (!this.#store.accepts(signed.signature))
      throw new ReleaseError(
        `release ${number} is not served: key ${signed.signature.publicKey} signed it, which is none of RELEASE_PUBLIC_KEYS`,
      )
    const [reason] = otherPageFormat(shell.descriptor)
    if (reason !== undefined) throw new ReleaseError(`release ${number} is not served: ${reason}`)
    return signed
  }

  #readLive(): number | null {
    const { state } = this.#store
    const number = this.#store.liveNumber()
    const highest = state.highestServed()
    if (number === null && highest > 0)
      throw new ReleaseError(`live.json and log.jsonl are missing, but release ${highest} was served; restore them`)
    if (number === null) return null
    if (number < highest)
      throw new ReleaseError(
        `release ${number} is not served: release ${highest} was; write what is live as a higher one: release resign --above ${highest}`,
      )
    if (this.readSigned(number, 'live.json').release.canary)
      throw new ReleaseError(`release ${number} is not served: it is a canary, and live.json names it`)
    if (number > highest) this.#remember(number)
    return number
  }

  /** A full disk keeps nobody from a good release. */
  #remember(number: number) {
    try {
      this.#store.state.rememberServed(number)
    } catch (error) {
      this.#warn(`release ${number} is served and cannot be remembered: ${error instanceof Error ? error.message : ''}`)
    }
  }

  #lastServed(): SignedRelease | null {
    try {
      const highest = this.#store.state.highestServed()
      return highest === 0 ? null : this.readSigned(highest)
    } catch {
      return null
    }
  }

  #explain(reason: string) {
    if (reason !== this.#lastWarning) this.#warn(reason)
    this.#lastWarning = reason
  }
}
