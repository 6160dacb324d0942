import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { answersOn, field, redisUrl, startTestServer } from '../testing/test-server.ts'

const hasRedis = await answersOn(6379)
if (!hasRedis) process.stdout.write('skipped: no Redis answers at 127.0.0.1:6379\n')

it.skipIf(!hasRedis)('what happens on one node reaches who is connected to another', async () => {
  const REDIS_PREFIX = `interline-test-${randomBytes(6).toString('hex')}:`
  const nodes = [await startTestServer('PGlite', { REDIS_URL: redisUrl, REDIS_PREFIX, DEMO_ROWS: '1' }), await startTestServer('PGlite', { REDIS_URL: redisUrl, REDIS_PREFIX, DEMO_ROWS: '1' })] as const
  // The nodes have their own databases here: only what goes through Redis can reach the other one.
  const socket = io(`http://127.0.0.1:${nodes[1].port}`, { auth: { token: await nodes[1].signIn() }, transports: ['websocket'], reconnection: false })
  try {
    const events: string[] = []
    socket.onAny((event: string) => void events.push(event))
    await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(true)
    const { body } = await nodes[0].call('POST', '/user/auth/register', { body: { role: 'user', full_name: 'Far Away', email: 'far@mail.example', password: 'a good password' } })
    expect(field(body, 'success')).toBe(true)
    await expect.poll(() => events, { timeout: 10_000 }).toEqual(expect.arrayContaining(['rows-changed', 'notification']))
  } finally {
    socket.disconnect()
    await Promise.all(nodes.map((node) => node.close()))
    const redis = new Redis(redisUrl)
    const keys = await redis.keys(`${REDIS_PREFIX}*`)
    if (keys.length > 0) await redis.del(keys)
    redis.disconnect()
  }
}, 180_000)
