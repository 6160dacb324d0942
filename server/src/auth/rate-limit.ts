import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { MemoryLimit } from './memory-limit.ts'

const quarterHour = 15 * 60

/** `points` calls for each key in `duration` seconds, which begin with the first call. */
const rules = {
  signInsPerAccount: { points: 10, duration: quarterHour },
  signInsPerAddress: { points: 60, duration: quarterHour },
  /** For one account from all addresses together from which it has not signed in before. */
  signInsFromUnknown: { points: 100, duration: 3600 },
  /** Tries of a second factor, after the right password; the numbers are lower because a code is short. */
  secondFactors: { points: 10, duration: quarterHour },
  secondFactorsFromUnknown: { points: 20, duration: 3600 },
  registrations: { points: 120, duration: quarterHour },
  passwordLinks: { points: 20, duration: quarterHour },
  /** Mails with such a link to one account, from whatever addresses they are asked for. */
  passwordMails: { points: 5, duration: quarterHour },
  passwordChanges: { points: 20, duration: quarterHour },
  /** Begun at the identity provider, and codes exchanged for a session. */
  singleSignOns: { points: 120, duration: quarterHour },
  messages: { points: 120, duration: 60 },
  /** Messages of an administrator who writes the same to many; beside `messages`, so that they can go on chatting. */
  bulkMessages: { points: 300, duration: 60 },
  /** Changes of one rider or driver over REST: more than a person with an app makes. */
  writesPerMinute: { points: 60, duration: 60 },
  writesPerHour: { points: 600, duration: 3600 },
  /** Events of a socket that claim to be of somebody else: recorded up to here, then only refused. */
  claims: { points: 20, duration: 60 },
  /** Rows of one list, read by somebody who may not export: recorded above, not refused. */
  rowsRead: { points: 5000, duration: 3600 },
}

/**
 * As the library's own, and a key ends at the latest when a new one would: Redis ends it by the clock of its machine,
 * which may have been set back.
 */
const countInRedis = `redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.call('incrby', KEYS[1], ARGV[1])
local ttl = redis.call('pttl', KEYS[1])
local longest = 1000 * ARGV[2]
if ttl == -1 or ttl > longest then
  redis.call('expire', KEYS[1], ARGV[2])
  ttl = longest
end
return {consumed, ttl}`

export type RateLimits = Record<keyof typeof rules, RateLimiterAbstract>

/** The caller has used up a rate limit. */
export class TooManyAttemptsError extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many attempts')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * The limits of all nodes together are counted in Redis. While Redis is away each node counts by itself: who knows the
 * password gets in, who guesses does not. Without Redis there is one node, which counts in memory.
 */
export function createRateLimits(redis?: { client: Redis; prefix: string }): RateLimits {
  const create = (name: keyof typeof rules): RateLimiterAbstract => {
    const rule = { ...rules[name], keyPrefix: `${redis?.prefix ?? ''}${name}` }
    const inMemory = new MemoryLimit(rule)
    if (!redis) return inMemory
    return new RateLimiterRedis({
      ...rule,
      storeClient: redis.client,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: countInRedis,
      insuranceLimiter: inMemory,
    })
  }
  const limits = Object.keys(rules).map((name) => [name, create(name as keyof typeof rules)])
  return Object.fromEntries(limits) as RateLimits
}

/** Counts one more call for `key`. Returns the seconds to wait when that is above the limit, else undefined. */
export async function countAttempt(limit: RateLimiterAbstract, key: string): Promise<number | undefined> {
  try {
    await limit.consume(key)
    return undefined
  } catch (rejected) {
    if (rejected instanceof RateLimiterRes) return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
    throw rejected
  }
}

/** Counts `points` more for `key`, and says whether they are those that go above the limit. */
export async function goesAbove(limit: RateLimiterAbstract, key: string, points: number): Promise<boolean> {
  const counted = await limit.consume(key, points).catch((rejected: unknown) => {
    if (rejected instanceof RateLimiterRes) return rejected
    throw rejected
  })
  return counted.consumedPoints > limit.points && counted.consumedPoints - points <= limit.points
}

/**
 * Counts one more call for each key in turn. Throws a `TooManyAttemptsError` at the first that is above its limit: the
 * rest is not counted, so that who is refused neither uses that up nor makes new keys.
 */
export async function requireAttempts(...attempts: { limit: RateLimiterAbstract; key: string }[]): Promise<void> {
  for (const { limit, key } of attempts) {
    const wait = await countAttempt(limit, key)
    if (wait) throw new TooManyAttemptsError(wait)
  }
}
