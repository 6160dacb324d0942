import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** The cost of a hash; memory in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number }

// RFC 9106's recommendation where memory counts, for argon2id, the library's default algorithm; in one lane, see
// decision 026.
const passwordCost: PasswordCost = { memoryCost: 65_536, timeCost: 3 }
const parallelism = 1

// The rest wait in a queue: libuv has four threads, and files and names need one too.
const mostAtOnce = Math.min(availableParallelism(), 3)

/** Makes and checks hashes of passwords. Those made at another cost still match. */
export class Passwords {
  readonly #cost: PasswordCost
  readonly #decoy: string
  readonly #queue = pLimit(mostAtOnce)

  constructor(cost = passwordCost) {
    this.#cost = cost
    const { memoryCost, timeCost } = cost
    this.#decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
  }

  hash(password: string): Promise<string> {
    return this.#queue(() => hash(password, { ...this.#cost, parallelism }))
  }

  /** A wrong password costs the same time with and without a stored hash, so that the delay gives nothing away. */
  async matches(stored: string | null | undefined, password: string): Promise<boolean> {
    if (stored && (await this.#verify(stored, password))) return true
    if (!stored || this.isOutdated(stored)) await this.#verify(this.#decoy, password)
    return false
  }

  /** Whether a hash was made at another cost. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism: lanes } = parseOptions(stored)
    return memoryCost !== this.#cost.memoryCost || timeCost !== this.#cost.timeCost || lanes !== parallelism
  }

  #verify(stored: string, password: string): Promise<boolean> {
    return this.#queue(() => verify(stored, password))
  }
}

const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
