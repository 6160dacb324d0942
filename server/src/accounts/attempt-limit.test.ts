import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { answersOn, redisUrl } from '../testing/test-server.ts'
import { limitInMemory, limitInRedis, type AttemptLimit } from './attempt-limit.ts'

const hasRedis = await answersOn(6379)
if (!hasRedis) process.stdout.write('skipped: no Redis answers at 127.0.0.1:6379\n')

async function behaves(limit: AttemptLimit) {
  expect([await limit.take('a', 2, 60), await limit.take('a', 2, 60)]).toEqual([undefined, undefined])
  const wait = await limit.take('a', 2, 60)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect(await limit.take('b', 2, 60)).toBeUndefined()
  await limit.giveBack('b')
  expect([await limit.take('b', 1, 60), (await limit.take('b', 1, 60)) !== undefined]).toEqual([undefined, true])
  await limit.giveBack('never taken')
  expect(await limit.take('never taken', 1, 60)).toBeUndefined()
}

describe('the limit of attempts', () => {
  it('counts by key in memory, and begins anew after its window', async () => {
    await behaves(limitInMemory())
    let now = 0
    const limit = limitInMemory(() => now)
    expect([await limit.take('a', 1, 60), await limit.take('a', 1, 60)]).toEqual([undefined, 60])
    now = 60_001
    expect(await limit.take('a', 1, 60)).toBeUndefined()
  })

  it.skipIf(!hasRedis)('counts the same in Redis', async () => {
    const redis = new Redis(redisUrl)
    const prefix = `interline-test-${randomBytes(6).toString('hex')}:`
    try {
      await behaves(limitInRedis(redis, prefix))
    } finally {
      const keys = await redis.keys(`${prefix}*`)
      if (keys.length > 0) await redis.del(keys)
      redis.disconnect()
    }
  })
})
