import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import type { WatchPresenceAck } from '@interline/shared/contract'
import { openGate } from '../testing/gate.ts'
import { connectSocket, registerPerson, signInAdmin } from '../testing/socket-client.ts'
import { answersOn, field, redisUrl, startTestServer, type TestServer } from '../testing/test-server.ts'

const hasRedis = await answersOn(6379)
if (!hasRedis) process.stdout.write('skipped: no Redis answers at 127.0.0.1:6379\n')

async function twoNodes(
  act: (nodes: readonly [TestServer, TestServer]) => Promise<void>,
  urls: readonly [string, string] = [redisUrl, redisUrl],
) {
  const REDIS_PREFIX = `interline-test-${randomBytes(6).toString('hex')}:`
  const start = (REDIS_URL: string) => startTestServer('PGlite', { REDIS_URL, REDIS_PREFIX, DEMO_ROWS: '1' })
  // The nodes have their own databases here: only what goes through Redis can reach the other one.
  const nodes = [await start(urls[0]), await start(urls[1])] as const
  try {
    await act(nodes)
  } finally {
    await Promise.all(nodes.map((node) => node.close()))
    const redis = new Redis(redisUrl)
    const keys = await redis.keys(`${REDIS_PREFIX}*`)
    if (keys.length > 0) await redis.del(keys)
    redis.disconnect()
  }
}

it.skipIf(!hasRedis)(
  'what happens on one node reaches who is connected to another',
  () =>
    twoNodes(async (nodes) => {
      const maya = await connectSocket(nodes[1], await signInAdmin(nodes[1]))
      const { body } = await nodes[0].call('POST', '/user/auth/register', {
        body: { role: 'user', full_name: 'Far Away', email: 'far@mail.example', password: 'a good password' },
      })
      expect(field(body, 'success')).toBe(true)
      await expect
        .poll(() => maya.events, { timeout: 10_000 })
        .toEqual(expect.arrayContaining(['rows-changed', 'notification']))
      maya.socket.disconnect()
    }),
  180_000,
)

it.skipIf(!hasRedis)(
  'who is connected, types or looks on one node is known on another',
  () =>
    twoNodes(async (nodes) => {
      const [maya, theo] = [
        await connectSocket(nodes[1], await signInAdmin(nodes[1])),
        await connectSocket(nodes[0], await signInAdmin(nodes[0], 'theo@interline.test')),
      ]
      const pat = await connectSocket(nodes[0], await registerPerson(nodes[0], 'user'))
      const watch = () =>
        new Promise<WatchPresenceAck>(
          (resolve) => void maya.socket.emit('watch-presence', { partyIds: [pat._id] }, resolve),
        )
      await expect
        .poll(watch)
        .toEqual({ success: true, data: [{ partyId: pat._id, isOnline: true, lastSeenAt: null }] })
      pat.socket.emit('typing', { receiverId: theo._id, isTyping: true })
      await expect.poll(() => maya.typing).toMatchObject([{ partyId: pat._id, senderId: pat._id, isTyping: true }])
      maya.socket.emit('look-at', { partyId: pat._id })
      theo.socket.emit('look-at', { partyId: pat._id })
      await expect.poll(() => [maya, theo].map(({ viewers }) => viewers.at(-1)?.admins.length)).toEqual([2, 2])
      theo.socket.disconnect()
      await expect.poll(() => maya.viewers.at(-1)?.admins.length).toBe(1)
      pat.socket.disconnect()
      await expect.poll(() => maya.presence.at(-1)).toMatchObject({ partyId: pat._id, isOnline: false })
      maya.socket.disconnect()
    }),
  180_000,
)

it.skipIf(!hasRedis)(
  'who is connected to another node looks again once Redis is back, for what nobody could tell them meanwhile',
  async () => {
    const gate = await openGate(6379)
    await twoNodes(
      async (nodes) => {
        const maya = await connectSocket(nodes[1], await signInAdmin(nodes[1]))
        const comings: string[] = []
        maya.socket.on('disconnect', (reason) => void comings.push(reason))
        maya.socket.on('connect', () => void comings.push('connected'))
        maya.socket.io.reconnection(true)
        await gate.cut()
        const { body } = await nodes[0].call('POST', '/user/auth/register', {
          body: { role: 'user', full_name: 'Far Away', email: 'far@mail.example', password: 'a good password' },
        })
        expect(field(body, 'success')).toBe(true)
        // Long enough for the node to give up what it wanted to publish.
        await new Promise((resolve) => setTimeout(resolve, 5000))
        expect([maya.events, comings]).toEqual([[], []])
        await gate.open()
        await expect.poll(() => comings, { timeout: 15_000 }).toEqual(['transport close', 'connected'])
        maya.socket.disconnect()
      },
      [`redis://127.0.0.1:${gate.port}`, redisUrl],
    )
    await gate.cut()
  },
  180_000,
)
