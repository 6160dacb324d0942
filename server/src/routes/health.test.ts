import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { startServer, type Server } from '../server.ts'
import { openGate } from '../testing/gate.ts'
import { startS3 } from '../testing/s3-server.ts'
import { answersOn, createPlace, databasesHere } from '../testing/test-server.ts'

const isHere = (await databasesHere()).includes('PostgreSQL') && (await answersOn(6379))

describe.skipIf(!isHere)('a node with PostgreSQL, Redis and an object store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'interline-health-'))
  let server: Server
  let close: (() => Promise<void>)[]
  let gates: Record<'database' | 'redis' | 'files', Awaited<ReturnType<typeof openGate>>>
  beforeAll(async () => {
    const { place, drop } = await createPlace('PostgreSQL')
    const s3 = await startS3()
    gates = { database: await openGate(5432), redis: await openGate(6379), files: await openGate(Number(new URL(s3.settings.S3_ENDPOINT).port)) }
    const database = Object.assign(new URL(typeof place === 'object' && 'url' in place ? place.url : ''), { port: gates.database.port }).href
    server = await startServer(readConfig({
      ...s3.settings, API_PORT: '0', DATA_DIR: folder, DEMO_ROWS: '0', LOG_LEVEL: 'silent', S3_ENDPOINT: `http://127.0.0.1:${gates.files.port}`,
      DATABASE_URL: database, REDIS_URL: `redis://127.0.0.1:${gates.redis.port}`, REDIS_PREFIX: `interline-test-${randomBytes(6).toString('hex')}:`,
    }), { say: () => undefined })
    close = [() => server.close(), async () => s3.close(), drop, ...Object.values(gates).map((gate) => () => gate.cut())]
  })
  afterAll(async () => {
    for (const closeOne of close) await closeOne()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = async () => {
    const from = Date.now()
    const response = await server.app.inject({ method: 'GET', url: '/readyz' })
    return { status: response.statusCode, body: response.json() as unknown, ms: Date.now() - from }
  }
  const allWell = { database: 'ok', redis: 'ok', files: 'ok' }

  it.each(['database', 'redis', 'files'] as const)('is not ready while its %s hangs or is away, says so soon, and is ready again', async (name) => {
    expect(await ask()).toMatchObject({ status: 200, body: { ready: true, checks: allWell } })
    for (const way of ['hang', 'cut'] as const) {
      await gates[name][way]()
      const { status, body, ms } = await ask()
      expect([status, body]).toEqual([503, { ready: false, checks: { ...allWell, [name]: 'failed' } }])
      expect(ms).toBeLessThan(10_000)
      await gates[name].open()
      await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(200)
    }
  })
})
