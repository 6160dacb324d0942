import { expect, vi } from 'vitest'
import { connectRedis } from './redis.ts'
import { openGate } from '../testing/gate.ts'
import { itUnless, without } from '../testing/services.ts'

// The product's own is ten times as long.
const socketTimeout = 1000

itUnless(without('Redis'))(
  'gives up a connection that owes an answer for too long, and not the one that was opened since',
  async () => {
    const gate = await openGate(6379)
    const redis = connectRedis(`redis://127.0.0.1:${gate.port}`, () => undefined, { socketTimeout })
    let closed = 0
    redis.on('close', () => (closed += 1))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
    /** Little by little, for the time that it waits before it connects again. */
    const passUntilReady = () =>
      expect.poll(async () => pass(20).then(() => closed > before && redis.status), { timeout: 20_000 }).toBe('ready')
    let before = closed
    try {
      await redis.ping()
      gate.hang()
      redis.ping().catch(() => undefined)
      await pass(socketTimeout / 3)
      await gate.cut()
      await gate.open()
      await passUntilReady()
      before = closed
      await redis.ping()
      await pass(1.5 * socketTimeout)
      await redis.ping()
      expect(closed).toBe(before)
      gate.lose()
      const lost = redis.ping().catch(() => undefined)
      await pass(socketTimeout - 1)
      expect(closed).toBe(before)
      await passUntilReady()
      await lost
      expect(await redis.ping()).toBe('PONG')
      expect(closed).toBe(before + 1)
    } finally {
      vi.useRealTimers()
      redis.disconnect()
      await gate.cut()
    }
  },
)
