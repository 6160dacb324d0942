import { Redis } from 'ioredis'

export function connectRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 3, connectTimeout: 5000 })
  redis.on('error', onError)
  return redis
}

/** Throws, with the reason, when Redis does not answer or does not let us in. */
export async function tryRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 5000, maxRetriesPerRequest: 0, retryStrategy: () => null })
  let reason: Error | undefined
  redis.on('error', (error: Error) => (reason ??= error))
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}
