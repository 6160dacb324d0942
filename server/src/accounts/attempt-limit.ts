import type { Redis } from 'ioredis'
import { within } from '../within.ts'

/** Counts attempts by key within a window that begins with the first one. */
export type AttemptLimit = {
  /** Counts one more; the seconds to wait when that is above `max`, else undefined. */
  take(key: string, max: number, windowSeconds: number): Promise<number | undefined>
  /** Takes one back: it was not the kind that is limited. */
  giveBack(key: string): Promise<void>
}

export function limitInMemory(now = Date.now): AttemptLimit {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return {
    async take(key, max, windowSeconds) {
      if (windows.size > 50_000) for (const [name, { endsAt }] of windows) if (endsAt <= now()) windows.delete(name)
      let window = windows.get(key)
      if (!window || window.endsAt <= now()) windows.set(key, (window = { count: 0, endsAt: now() + windowSeconds * 1000 }))
      window.count++
      return window.count > max ? Math.max(1, Math.ceil((window.endsAt - now()) / 1000)) : undefined
    },
    async giveBack(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count--
    },
  }
}

/** The same, shared by every node. */
export function limitInRedis(redis: Redis, prefix: string): AttemptLimit {
  return {
    async take(key, max, windowSeconds) {
      const name = prefix + key
      // Sent together, done one after the other.
      const [, count] = await Promise.all([redis.set(name, 0, 'EX', windowSeconds, 'NX'), redis.incr(name)])
      if (count <= max) return undefined
      const left = await redis.ttl(name)
      if (left < 0) await redis.expire(name, windowSeconds)
      return Math.max(1, left)
    },
    async giveBack(key) {
      const name = prefix + key
      if ((await redis.exists(name)) === 1) await redis.decr(name)
    },
  }
}

const patience = 1000

/** What all nodes count together in Redis; while that is away or says nothing, what this node counts by itself: who knows the password gets in, who guesses does not. */
export function limitWithRedis(redis: Redis, prefix: string, report: (error: unknown) => void): AttemptLimit {
  const [shared, own] = [limitInRedis(redis, prefix), limitInMemory()]
  const ask = <T>(which: (limit: AttemptLimit) => Promise<T>) => {
    if (redis.status !== 'ready') return which(own)
    return within(patience, which(shared)).catch((error: unknown) => {
      report(error)
      return which(own)
    })
  }
  return {
    take: (key, max, windowSeconds) => ask((limit) => limit.take(key, max, windowSeconds)),
    giveBack: (key) => ask((limit) => limit.giveBack(key)),
  }
}
