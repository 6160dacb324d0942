import { join } from 'node:path'
import { WhileUnchanged } from '../../release/files/while-unchanged.ts'
import type { Canary } from '../../release/store/canary-file.ts'
import type { NamedBy, ReleaseStore, SignedRelease } from '../../release/store/store.ts'

/**
 * The releases of a store as its origin serves them. Every request asks for one, so each is read, verified and parsed
 * once, and again only when one of its files has changed.
 */
export class ServedReleases {
  readonly #store: ReleaseStore
  readonly #releases = new WhileUnchanged<number, SignedRelease>()
  readonly #pointers = new WhileUnchanged<'live', number | null>()
  readonly #canaries = new WhileUnchanged<'canary', Canary | null>()

  constructor(store: ReleaseStore) {
    this.#store = store
  }

  readSigned(number: number, namedBy: NamedBy): SignedRelease {
    return this.#releases.get(
      number,
      () => this.#store.filesOf(number),
      () => this.#store.readSigned(number, namedBy),
    )
  }

  liveNumber(): number | null {
    return this.#pointers.get(
      'live',
      () => [join(this.#store.folder, 'live.json')],
      () => this.#store.liveNumber(),
    )
  }

  readCanary(): Canary | null {
    return this.#canaries.get(
      'canary',
      () => [join(this.#store.folder, 'canary.json')],
      () => this.#store.readCanary(),
    )
  }

  live(): SignedRelease | null {
    const number = this.liveNumber()
    return number === null ? null : this.readSigned(number, 'live.json')
  }
}
