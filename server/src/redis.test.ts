import { expect, it } from 'vitest'
import { connectRedis } from './redis.ts'
import { openGate } from './testing/gate.ts'
import { answersOn } from './testing/test-server.ts'

const hasRedis = await answersOn(6379)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

it.skipIf(!hasRedis)('gives a line up on which an answer does not come for 10 s, and not the one that was made since', async () => {
  const gate = await openGate(6379)
  const redis = connectRedis(`redis://127.0.0.1:${gate.port}`, () => undefined)
  let closed = 0
  redis.on('close', () => (closed += 1))
  try {
    await redis.ping()
    gate.hang()
    redis.ping().catch(() => undefined)
    await pause(300)
    await gate.cut()
    await gate.open()
    await expect.poll(() => closed > 0 && redis.status).toBe('ready')
    const before = closed
    await redis.ping()
    await pause(11_000)
    expect(closed).toBe(before)
    gate.lose()
    await expect.poll(() => redis.ping().catch(() => undefined), { timeout: 20_000 }).toBe('PONG')
    expect(closed).toBe(before + 1)
  } finally {
    redis.disconnect()
    await gate.cut()
  }
})
