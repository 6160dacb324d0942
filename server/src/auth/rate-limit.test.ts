import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { countAttempt, createRateLimits, requireAttempts, TooManyAttemptsError, type RateLimits } from './rate-limit.ts'
import { itUnless, redisUrl, without } from '../testing/services.ts'

const attempts = async (limits: RateLimits, key: string, count: number) => {
  const waits: (number | undefined)[] = []
  for (let at = 0; at < count; at += 1) waits.push(await countAttempt(limits.signInsPerAccount, key))
  return waits
}

async function behaves(limits: RateLimits) {
  expect(await attempts(limits, 'a', 10)).toEqual(Array(10).fill(undefined))
  const [wait] = await attempts(limits, 'a', 1)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(900)
  expect(await attempts(limits, 'b', 10)).toEqual(Array(10).fill(undefined))
  await limits.signInsPerAccount.reward('b', 1)
  const [last, above] = await attempts(limits, 'b', 2)
  expect([last, above !== undefined]).toEqual([undefined, true])
  expect(await countAttempt(limits.signInsPerAddress, 'a')).toBeUndefined()
}

afterEach(() => void vi.useRealTimers())

describe('the rate limits', () => {
  it('count by key in memory, and begin anew after their time', async () => {
    await behaves(createRateLimits())
    vi.useFakeTimers()
    // To the cache the time 0 means that an entry has no time.
    vi.advanceTimersByTime(1)
    const limits = createRateLimits()
    expect((await attempts(limits, 'a', 11)).at(-1)).toBe(900)
    vi.advanceTimersByTime(899_000)
    expect(await attempts(limits, 'a', 1)).toEqual([1])
    vi.advanceTimersByTime(1001)
    expect(await attempts(limits, 'a', 1)).toEqual([undefined])
  })

  it('are asked in turn, and what comes after a refusal is not counted', async () => {
    const { messages, registrations, signInsPerAccount } = createRateLimits()
    for (let at = 0; at < 10; at += 1) await signInsPerAccount.consume('a')
    await expect(
      requireAttempts(
        { limit: messages, key: 'a' },
        { limit: signInsPerAccount, key: 'a' },
        { limit: registrations, key: 'a' },
      ),
    ).rejects.toMatchObject({ constructor: TooManyAttemptsError, retryAfterSeconds: 900 })
    expect((await messages.consume('a')).consumedPoints).toBe(2)
    expect((await registrations.consume('a')).consumedPoints).toBe(1)
  })

  itUnless(without('Redis'))('count in Redis for all nodes, and by themselves while it is away', async () => {
    const client = new Redis(redisUrl)
    const prefix = `interline-test-${randomBytes(6).toString('hex')}:`
    try {
      await client.ping()
      await behaves(createRateLimits({ client, prefix }))
      expect(await attempts(createRateLimits({ client, prefix }), 'a', 1)).not.toEqual([undefined])
      // As when the clock of its machine is set back by an hour.
      await client.expire(`${prefix}signInsPerAccount:a`, 900 + 3600)
      expect(await attempts(createRateLimits({ client, prefix }), 'a', 1)).toEqual([900])
    } finally {
      const keys = await client.keys(`${prefix}*`)
      if (keys.length > 0) await client.del(keys)
      client.disconnect()
    }
    await behaves(createRateLimits({ client, prefix }))
  })
})
