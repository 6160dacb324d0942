import { expect, it } from 'vitest'
import { connectRedis } from './redis.ts'
import { openGate } from '../testing/gate.ts'
import { answersOn } from '../testing/test-server.ts'

const hasRedis = await answersOn(6379)
// The product's own is ten times as long.
const socketTimeout = 1000
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

it.skipIf(!hasRedis)(
  'gives up a connection that owes an answer for too long, and not the one that was opened since',
  async () => {
    const gate = await openGate(6379)
    const redis = connectRedis(`redis://127.0.0.1:${gate.port}`, () => undefined, { socketTimeout })
    let closed = 0
    redis.on('close', () => (closed += 1))
    try {
      await redis.ping()
      gate.hang()
      redis.ping().catch(() => undefined)
      await pause(socketTimeout / 3)
      await gate.cut()
      await gate.open()
      await expect.poll(() => closed > 0 && redis.status).toBe('ready')
      const before = closed
      await redis.ping()
      await pause(1.5 * socketTimeout)
      expect(closed).toBe(before)
      gate.lose()
      await expect.poll(() => redis.ping().catch(() => undefined), { timeout: 20_000 }).toBe('PONG')
      expect(closed).toBe(before + 1)
    } finally {
      redis.disconnect()
      await gate.cut()
    }
  },
)
