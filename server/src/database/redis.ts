import { Redis, type RedisOptions } from 'ioredis'

/**
 * A connection that owes an answer for so many milliseconds is taken for dead and opened anew. socket.io's own reads
 * wait 5 s at most.
 */
const socketTimeout = 10_000

export function connectRedis(url: string, onError: (error: Error) => void, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 3, connectTimeout: 5000, socketTimeout, ...options })
  redis.on('error', onError)
  // ioredis 5.11 goes on counting the silence of a line that has closed, and then cuts the one that was made in its
  // place.
  redis.on('close', () => {
    clearTimeout(Reflect.get(redis, 'socketTimeoutTimer') as NodeJS.Timeout | undefined)
    Reflect.set(redis, 'socketTimeoutTimer', undefined)
  })
  return redis
}

/**
 * Throws, with the reason, when Redis does not answer, does not let us in, lacks the database of the URL or keeps
 * nothing.
 */
export async function tryRedis(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: Error | undefined
  redis.on('error', (error: Error) => (reason ??= error))
  try {
    await redis.connect()
    // ioredis stays in database 0 when it cannot choose the one that the URL names.
    await redis.select(redis.options.db ?? 0)
    await redis.set(`${prefix}start`, '', 'PX', 1)
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}
