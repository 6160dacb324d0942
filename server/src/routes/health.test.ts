import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canStartGatedNode, startGatedNode, type GatedNode } from '../testing/gated-node.ts'

describe.skipIf(!(await canStartGatedNode()))('a node with PostgreSQL, Redis and an object store', () => {
  let node: GatedNode
  beforeAll(async () => void (node = await startGatedNode({ DEMO_ROWS: '0' })))
  afterAll(() => node.close())

  const check = async () => {
    const from = Date.now()
    const response = await node.server.app.inject({ method: 'GET', url: '/readyz' })
    return { status: response.statusCode, body: response.json() as unknown, ms: Date.now() - from }
  }
  const allWell = { database: 'ok', redis: 'ok', files: 'ok' }

  it.each(['database', 'redis', 'files'] as const)(
    'is not ready while its %s hangs or is away, says so soon, and is ready again',
    async (name) => {
      expect(await check()).toMatchObject({ status: 200, body: { ready: true, checks: allWell } })
      for (const way of ['hang', 'cut'] as const) {
        await node.gates[name][way]()
        const { status, body, ms } = await check()
        expect([status, body]).toEqual([503, { ready: false, checks: { ...allWell, [name]: 'failed' } }])
        expect(ms).toBeLessThan(10_000)
        await node.gates[name].open()
        await expect.poll(async () => (await check()).status, { timeout: 60_000 }).toBe(200)
      }
    },
  )
})
