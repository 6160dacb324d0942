import { afterAll, beforeAll, expect, it } from 'vitest'
import { within } from '../time/within.ts'
import { startGatedNode, type GatedNode } from '../testing/gated-node.ts'
import { describeUnless, without } from '../testing/services.ts'

describeUnless(without('PostgreSQL', 'Redis'))('a node with PostgreSQL, Redis and an object store', () => {
  let node: GatedNode
  beforeAll(async () => void (node = await startGatedNode({ DEMO_ROWS: '0' })))
  afterAll(() => node.close())

  const check = async () => {
    const response = await within(10_000, node.server.app.inject({ method: 'GET', url: '/readyz' }))
    return { status: response.statusCode, body: response.json() as unknown }
  }
  const allWell = { database: 'ok', redis: 'ok', files: 'ok' }

  it.each(['database', 'redis', 'files'] as const)(
    'is not ready while its %s hangs or is away, says so soon, and is ready again',
    async (name) => {
      expect(await check()).toMatchObject({ status: 200, body: { ready: true, checks: allWell } })
      for (const way of ['hang', 'cut'] as const) {
        await node.gates[name][way]()
        const body = { ready: false, checks: { ...allWell, [name]: 'failed' } }
        expect(await check()).toEqual({ status: 503, body })
        await node.gates[name].open()
        await expect.poll(async () => (await check()).status, { timeout: 60_000 }).toBe(200)
      }
    },
  )
})
