import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit, { type LimitFunction } from 'p-limit'

/** What a hash costs whoever makes it; the memory in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

// RFC 9106's recommendation where memory counts, for argon2id, the library's default algorithm.
export const passwordCost: PasswordCost = { memoryCost: 65_536, timeCost: 3, parallelism: 4 }

// What is above waits in line: a hash has its lanes computed by threads of its own, which only get in each other's way where processors are fewer.
// Files and names need threads of libuv's four, too.
const mostAtOnce = ({ parallelism }: PasswordCost) => Math.min(Math.max(1, Math.floor(availableParallelism() / parallelism)), 3)

/** Makes and checks hashes of passwords. Those made at another cost still match. */
export class Passwords {
  readonly #cost: PasswordCost
  readonly #decoy: string
  readonly #inTurn: LimitFunction

  constructor(cost = passwordCost) {
    this.#cost = cost
    this.#inTurn = pLimit(mostAtOnce(cost))
    const { memoryCost, timeCost, parallelism } = cost
    this.#decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, this.#cost))
  }

  /** No is said at the same cost whether or not there is a hash to compare with, so that its delay tells nothing. */
  async matches(stored: string | null | undefined, password: string): Promise<boolean> {
    if (stored && (await this.#verify(stored, password))) return true
    if (!stored || this.isOutdated(stored)) await this.#verify(this.#decoy, password)
    return false
  }

  /** Whether a hash was made at another cost. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored)
    return memoryCost !== this.#cost.memoryCost || timeCost !== this.#cost.timeCost || parallelism !== this.#cost.parallelism
  }

  #verify(stored: string, password: string): Promise<boolean> {
    return this.#inTurn(() => verify(stored, password))
  }
}

const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
