import type { Caller } from '../repositories/sessions.ts'

const milliseconds = 1000
const most = 10_000

/**
 * Who is behind a session, looked up once a second for each. A session that ends is forgotten here at once by `forget`, and on the other
 * nodes as soon as they hear of it.
 */
export class KnownSessions {
  readonly #find: (tokenHash: string) => Promise<Caller | undefined>
  readonly #known = new Map<string, { until: number; caller: Promise<Caller | undefined> }>()

  constructor(find: (tokenHash: string) => Promise<Caller | undefined>) {
    this.#find = find
  }

  async of(tokenHash: string): Promise<Caller | undefined> {
    const now = Date.now()
    const known = this.#known.get(tokenHash)
    if (known && known.until > now) {
      const caller = await known.caller
      return caller && caller.expiresAt.getTime() > now ? caller : undefined
    }
    if (this.#known.size >= most) for (const [key, { until }] of this.#known) if (until <= now || this.#known.size >= most) this.#known.delete(key)
    const entry = { until: now + milliseconds, caller: this.#find(tokenHash) }
    this.#known.set(tokenHash, entry)
    const drop = () => void (this.#known.get(tokenHash) === entry && this.#known.delete(tokenHash))
    entry.caller.then((caller) => caller ?? drop(), drop)
    return entry.caller
  }

  forget(tokenHash: string): void {
    this.#known.delete(tokenHash)
  }

  /** For when it is not known which sessions a person has. */
  forgetAll(): void {
    this.#known.clear()
  }
}
