import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect } from 'vitest'
import type { WatchPresenceAck } from '@interline/shared/contract'
import { openGate } from '../testing/gate.ts'
import { connectSocket, registerPerson, signInAdmin } from '../testing/socket-client.ts'
import { itUnless, redisUrl, without } from '../testing/services.ts'
import { createTestDatabase, field, startTestServer, type TestServer } from '../testing/test-server.ts'

/** By itself a node looks every five seconds whose sessions have ended: this is what it is told. */
const soon = { timeout: 1000 }

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

itUnless(without('Redis'))(
  'what happens on one node reaches who is connected to another',
  () =>
    twoNodes(async (nodes) => {
      const maya = await connectSocket(nodes[1], await signInAdmin(nodes[1]))
      const { body } = await nodes[0].call('POST', '/user/auth/register', {
        body: { role: 'user', full_name: 'Far Away', email: 'far@mail.example', password: 'a good password' },
      })
      expect(field(body, 'success')).toBe(true)
      await expect
        .poll(() => maya.events, { timeout: 60_000 })
        .toEqual(expect.arrayContaining(['rows-changed', 'notification']))
      maya.socket.disconnect()
    }),
  180_000,
)

itUnless(without('Redis'))(
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

itUnless(without('Redis'))(
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
        // By then the node has given up what it wanted to publish.
        await expect
          .poll(async () => (await nodes[0].app.inject('/readyz')).json<unknown>())
          .toMatchObject({ checks: { redis: 'failed' } })
        expect([maya.events, comings]).toEqual([[], []])
        await gate.open()
        await expect.poll(() => comings, { timeout: 60_000 }).toEqual(['transport close', 'connected'])
        maya.socket.disconnect()
      },
      [`redis://127.0.0.1:${gate.port}`, redisUrl],
    )
    await gate.cut()
  },
  180_000,
)

itUnless(without('PostgreSQL', 'Redis'))(
  'who gets another role, or is disabled, on one node feels it on the other within a second',
  async () => {
    const { location, drop } = await createTestDatabase('PostgreSQL')
    const env = {
      REDIS_URL: redisUrl,
      REDIS_PREFIX: `interline-test-${randomBytes(6).toString('hex')}:`,
      DEMO_ROWS: '1',
    }
    const nodes = [await startTestServer({ location }, env), await startTestServer({ location }, env)] as const
    try {
      const token = await nodes[0].signIn()
      const theo = await signInAdmin(nodes[1], 'theo@interline.test')
      const connected = await connectSocket(nodes[1], theo)
      const manage = (act: string, more = {}) =>
        nodes[0].call('POST', `/admin/administrators/${act}`, { token, body: { _id: theo._id, ...more } })
      const verify = async () => {
        const body = { driver_id: 'nobody', is_driver_profile_approved: true }
        return (await nodes[1].call('POST', '/admin/verify-driver', { token: theo.token, body })).status
      }
      const type = () => connected.socket.emitWithAck('typing', { receiverId: 'nobody', isTyping: true })
      expect([await verify(), await type()]).toMatchObject([404, { title: 'There is nobody with this id to write to' }])
      expect((await manage('change-role', { admin_role: 'viewer' })).status).toBe(200)
      await expect.poll(verify, soon).toBe(403)
      await expect.poll(type, soon).toMatchObject({ title: 'Your role may not do this' })
      expect((await manage('disable')).status).toBe(200)
      await expect.poll(verify, soon).toBe(401)
      await expect.poll(() => connected.socket.connected, soon).toBe(false)
      expect(connected.events).toEqual(expect.arrayContaining(['role-changed', 'session-ended']))
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
      await drop()
    }
  },
  180_000,
)

itUnless(without('PostgreSQL', 'Redis'))(
  'a socket ends too when nobody announced that its person was disabled',
  async () => {
    const server = await startTestServer('PostgreSQL', { DEMO_ROWS: '1' })
    const theo = await connectSocket(server, await signInAdmin(server, 'theo@interline.test'))
    const ines = await connectSocket(server, await signInAdmin(server, 'ines@interline.test'))
    const change = (_id: string, set: object) =>
      server.db.updateTable('people').set(set).where('_id', '=', _id).execute()
    await change(theo._id, { disabledAt: new Date() })
    await change(ines._id, { admin_role: 'viewer' })
    await expect.poll(() => theo.socket.connected).toBe(false)
    await expect.poll(() => ines.events).toContain('role-changed')
    expect(ines.socket.connected).toBe(true)
    ines.socket.disconnect()
    await server.close()
  },
  180_000,
)
