import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/tables.ts'
import { isLockTimeout } from '../database/trouble.ts'
import { createSession, type Caller, type Device } from '../repositories/accounts/sessions.ts'

const workingDaySeconds = 12 * 3600
const rememberedSeconds = 30 * 24 * 3600

/** An opaque secret of 256 bits; only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** The token in an `Authorization: Bearer …` header. */
export const bearerToken = (header: string | undefined) => header?.match(/^Bearer\s+(\S+)$/i)?.[1]

/** Begins a session, for a working day or for 30 days, and returns its token. */
export async function startSession(
  db: Database,
  personId: string,
  remember: boolean,
  device?: Device,
): Promise<string> {
  const token = newToken()
  await createSession(db, hashToken(token), personId, remember ? rememberedSeconds : workingDaySeconds, device)
  return token
}

/**
 * Remembers for one second who is behind a session, so that the database is asked once a second for each. `forget` ends
 * that at once on this node; the other nodes get a broadcast.
 */
export class SessionCache {
  readonly #cache: LRUCache<string, Caller>

  constructor(find: (tokenHash: string) => Promise<Caller | undefined>) {
    this.#cache = new LRUCache({
      max: 10_000,
      ttl: 1000,
      // The clock at this moment, which a test may replace; the library would take the one at its import.
      perf: performance,
      // While the table of people is locked, whoever was signed in a moment ago is: what was revoked is not here.
      fetchMethod: (tokenHash, known) =>
        find(tokenHash).catch((error: unknown) => {
          if (known && error instanceof Error && isLockTimeout(error)) return known
          throw error
        }),
      // A session that is forgotten while it is looked up is answered and not remembered.
      ignoreFetchAbort: true,
    })
  }

  async find(tokenHash: string): Promise<Caller | undefined> {
    const caller = await this.#cache.fetch(tokenHash).catch((error: unknown) => {
      // The cache's own error when nobody was found for a session that was forgotten meanwhile.
      if (error instanceof Error && error.message === 'deleted') return undefined
      throw error
    })
    return caller && caller.expiresAt.getTime() > Date.now() ? caller : undefined
  }

  forget(tokenHash: string): void {
    this.#cache.delete(tokenHash)
  }

  /** For when it is not known which sessions a person has. */
  forgetAll(): void {
    this.#cache.clear()
  }
}
