import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterEach, expect, it } from 'vitest'
import { openGate } from '../testing/gate.ts'
import { presenceStoreInRedis, type Lost } from './presence-store-in-redis.ts'
import type { PresenceStore } from './presence-store.ts'
import { describeUnless, redisUrl, without } from '../testing/services.ts'

type Node = PresenceStore & { redis: Redis; lost: Lost[]; back: string[][]; errors: unknown[] }

describeUnless(without('Redis'))('presenceStore over Redis', () => {
  const prefix = `interline-test-${randomBytes(6).toString('hex')}:`
  const nodes: Node[] = []

  function start(): Node {
    const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1 })
    const [lost, back, errors]: [Lost[], string[][], unknown[]] = [[], [], []]
    const presenceStore = presenceStoreInRedis(redis, prefix, {
      beatMs: 400,
      onLost: (one) => void lost.push(one),
      onBack: (ids) => void back.push(ids),
      onError: (error) => void errors.push(error),
    })
    const node = { ...presenceStore, redis, lost, back, errors }
    nodes.push(node)
    return node
  }
  const keys = (node: Node, pattern = '*') => node.redis.keys(prefix + pattern)

  afterEach(async () => {
    const cleaner = new Redis(redisUrl)
    for (const node of nodes.splice(0)) {
      await node.close()
      node.redis.disconnect()
    }
    const left = await cleaner.keys(`${prefix}*`)
    if (left.length > 0) await cleaner.del(left)
    cleaner.disconnect()
  })

  it('ends without a Redis that does not answer', async () => {
    const gate = await openGate(6379)
    const redis = new Redis(gate.port, '127.0.0.1')
    redis.on('error', () => undefined)
    const presenceStore = presenceStoreInRedis(redis, prefix, {
      onLost: () => undefined,
      onBack: () => undefined,
      onError: () => undefined,
    })
    await presenceStore.connect('pat')
    gate.hang()
    await presenceStore.close()
    redis.disconnect()
    await gate.cut()
  })

  it('knows who is connected to, and what is open at, any node', async () => {
    const [a, b] = [start(), start()]
    await a.connect('pat')
    await b.connect('sam')
    expect(await b.onlineAmong(['pat', 'sam', 'kim'])).toEqual(new Set(['pat', 'sam']))
    await a.setViewing('s1', { partyId: 'pat', admin: { _id: 'm', full_name: 'Maya' } })
    await b.setViewing('s2', { partyId: 'pat', admin: { _id: 't', full_name: 'Theo' } })
    await b.setViewing('s3', { partyId: 'pat', admin: { _id: 't', full_name: 'Theo' } })
    expect((await a.viewersOf('pat')).map(({ full_name }) => full_name)).toEqual(['Maya', 'Theo'])
    await a.setViewing('s1', null)
    await a.disconnect('pat')
    expect([(await b.onlineAmong(['pat'])).size, (await b.viewersOf('pat')).length]).toEqual([0, 1])
  })

  it('forgets a node that is gone without notice, and one other node announces it, once', async () => {
    const [a, b, c] = [start(), start(), start()]
    await a.connect('pat')
    await a.setViewing('s1', { partyId: 'kim', admin: { _id: 'm', full_name: 'Maya' } })
    expect((await b.onlineAmong(['pat'])).size).toBe(1)
    a.redis.disconnect()
    await expect
      .poll(async () => [(await b.onlineAmong(['pat'])).size, (await c.viewersOf('kim')).length])
      .toEqual([0, 0])
    const reported = () => [...b.lost, ...c.lost].filter(({ ids }) => ids.includes('pat'))
    await expect.poll(reported).toEqual([{ ids: ['pat'], partyIds: ['kim'] }])
  })

  it('learns again of a node that was taken for gone, or that Redis forgot', async () => {
    const [a, b] = [start(), start()]
    await a.connect('pat')
    for (const key of await keys(b)) await b.redis.del(key)
    await expect.poll(async () => (await b.onlineAmong(['pat'])).size).toBe(1)
    await expect.poll(() => a.back).toContainEqual(['pat'])
  })

  it('says what it could not say as soon as Redis answers', async () => {
    const [a, b] = [start(), start()]
    await expect.poll(() => keys(b, 'alive:*')).toHaveLength(2)
    a.redis.disconnect()
    await a.connect('pat')
    expect(a.errors.length).toBeGreaterThan(0)
    await a.redis.connect()
    await expect.poll(async () => (await b.onlineAmong(['pat'])).size).toBe(1)
  })
})
