import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import type { WatchPresenceAck } from '@interline/shared/contract'
import { joinLive, registerPerson, signInAdmin } from '../testing/live-person.ts'
import { answersOn, field, redisUrl, startTestServer, type TestServer } from '../testing/test-server.ts'

const hasRedis = await answersOn(6379)
if (!hasRedis) process.stdout.write('skipped: no Redis answers at 127.0.0.1:6379\n')

async function twoNodes(act: (nodes: readonly [TestServer, TestServer]) => Promise<void>) {
  const REDIS_PREFIX = `interline-test-${randomBytes(6).toString('hex')}:`
  const start = () => startTestServer('PGlite', { REDIS_URL: redisUrl, REDIS_PREFIX, DEMO_ROWS: '1' })
  // The nodes have their own databases here: only what goes through Redis can reach the other one.
  const nodes = [await start(), await start()] as const
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

it.skipIf(!hasRedis)('what happens on one node reaches who is connected to another', () => twoNodes(async (nodes) => {
  const maya = await joinLive(nodes[1], await signInAdmin(nodes[1]))
  const { body } = await nodes[0].call('POST', '/user/auth/register', { body: { role: 'user', full_name: 'Far Away', email: 'far@mail.example', password: 'a good password' } })
  expect(field(body, 'success')).toBe(true)
  await expect.poll(() => maya.events, { timeout: 10_000 }).toEqual(expect.arrayContaining(['rows-changed', 'notification']))
  maya.socket.disconnect()
}), 180_000)

it.skipIf(!hasRedis)('who is connected, types or looks on one node is known on another', () => twoNodes(async (nodes) => {
  const [maya, theo] = [await joinLive(nodes[1], await signInAdmin(nodes[1])), await joinLive(nodes[0], await signInAdmin(nodes[0], 'theo@interline.test'))]
  const pat = await joinLive(nodes[0], await registerPerson(nodes[0], 'user'))
  const watch = () => new Promise<WatchPresenceAck>((resolve) => void maya.socket.emit('watch-presence', { partyIds: [pat._id] }, resolve))
  await expect.poll(watch).toEqual({ success: true, data: [{ partyId: pat._id, isOnline: true, lastSeenAt: null }] })
  pat.socket.emit('typing', { receiverId: theo._id, isTyping: true })
  await expect.poll(() => maya.typing).toMatchObject([{ partyId: pat._id, senderId: pat._id, isTyping: true }])
  maya.socket.emit('look-at', { partyId: pat._id })
  theo.socket.emit('look-at', { partyId: pat._id })
  await expect.poll(() => [maya, theo].map(({ onlookers }) => onlookers.at(-1)?.admins.length)).toEqual([2, 2])
  theo.socket.disconnect()
  await expect.poll(() => maya.onlookers.at(-1)?.admins.length).toBe(1)
  pat.socket.disconnect()
  await expect.poll(() => maya.presence.at(-1)).toMatchObject({ partyId: pat._id, isOnline: false })
  maya.socket.disconnect()
}), 180_000)
