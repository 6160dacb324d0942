import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** How many callers are counted at once; of more, those who were heard of longest ago are forgotten. */
const mostKeys = 50_000

/**
 * Counts in the memory of this node, for a bounded number of keys. Its time is monotonic: where the library's own would
 * compare with the machine's clock, a clock that is set back makes nobody wait longer, and one set on lets nobody off.
 */
export class MemoryLimit extends RateLimiterMemory {
  #made: LRUCache<string, { value: number }> | undefined

  /** Made at the first call: it takes the memory of all its keys at once, and beside Redis it is hardly used. */
  get #counts(): LRUCache<string, { value: number }> {
    // `perf` is read at each use, so that a test may replace it.
    return (this.#made ??= new LRUCache({ max: mostKeys, ttl: this.duration * 1000, perf: performance }))
  }

  override async consume(key: string | number, points = 1): Promise<RateLimiterRes> {
    const counted = this.#add(this.getKey(key), points)
    if (counted.consumedPoints > this.points) throw counted
    return counted
  }

  override async reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    return this.#add(this.getKey(key), -points)
  }

  #add(key: string, points: number): RateLimiterRes {
    const known = this.#counts.get(key)
    const count = known ?? { value: 0 }
    count.value += points
    if (!known) this.#counts.set(key, count)
    const left = Math.max(this.points - count.value, 0)
    return new RateLimiterRes(left, this.#counts.getRemainingTTL(key), count.value, !known)
  }
}
