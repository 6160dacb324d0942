import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { problem } from '@interline/shared/contract'
import { readConfig } from '../../config/config.ts'
import { startServer, type Server } from '../../server.ts'
import { heldSync } from '../../testing/database/held-sync.ts'
import { Disk } from './disk.ts'

const data = mkdtempSync(join(tmpdir(), 'interline-pglite-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const stateOf = (promise: Promise<unknown>) => {
  let state = 'waiting'
  promise.then(
    () => (state = 'answered'),
    () => (state = 'failed'),
  )
  return () => state
}

describe('the embedded database on a disk that takes its time', () => {
  const held = heldSync()
  const settling = vi.spyOn(Disk.prototype, 'settled')
  let server: Server
  let token: string
  beforeAll(async () => {
    held.letGo()
    const config = readConfig({ DATA_DIR: join(data, 'held'), API_PORT: '0', DEMO_ROWS: '5', LOG_LEVEL: 'silent' })
    server = await startServer(config, {
      log: () => undefined,
      location: { folder: join(data, 'held', 'database'), sync: held.sync },
    })
    const signedIn = await post('/user/auth/admin-login', { email: 'admin@interline.test', password: 'interline-demo' })
    token = (signedIn.json() as { data: { token: string } }).data.token
  })
  afterAll(() => server.close())

  const headers = () => ({ authorization: `Bearer ${token}` })
  const post = (url: string, payload: object, more = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1${url}`,
      payload,
      headers: { ...(token ? headers() : {}), ...more },
    })
  const get = (url: string) => server.app.inject({ method: 'GET', url, headers: headers() })
  const drivers = async () =>
    (
      (await get('/api/v1/admin/drivers?page=1')).json() as {
        data: { _id: string; is_driver_profile_approved: boolean }[]
      }
    ).data
  const verify = async (wanted: boolean, key: string) => {
    const driver = (await drivers())[0]
    return post(
      '/admin/verify-driver',
      { driver_id: driver?._id, is_driver_profile_approved: wanted },
      { 'idempotency-key': key },
    )
  }

  it('acknowledges a change, and a repetition of it, when it is on the disk, while reads wait for nothing', async () => {
    held.hold()
    const wanted = (await drivers())[0]?.is_driver_profile_approved !== true
    const before = held.begun()
    const change = verify(wanted, 'held-1')
    const isChanged = stateOf(change)
    await expect.poll(held.begun).toBeGreaterThan(before)
    expect((await drivers())[0]?.is_driver_profile_approved).toBe(wanted)
    expect(isChanged()).toBe('waiting')
    settling.mockClear()
    const repeated = verify(wanted, 'held-1')
    const isRepeated = stateOf(repeated)
    await expect.poll(() => settling.mock.calls.length).toBeGreaterThan(0)
    await drivers()
    expect([isChanged(), isRepeated()]).toEqual(['waiting', 'waiting'])
    held.letGo()
    expect((await change).statusCode).toBe(200)
    expect((await repeated).headers['idempotency-replayed']).toBe('true')
    expect(held.begun()).toBeGreaterThan(before)
  })

  it('brings fifty who write at once to the disk with a few syncs', async () => {
    held.hold()
    const before = held.begun()
    settling.mockClear()
    const all = Array.from({ length: 50 }, (_, n) =>
      server.db
        .insertInto('installation')
        .values({ name: `held-${n}`, value: 'x' })
        .execute(),
    )
    const first = stateOf(Promise.any(all))
    await expect.poll(() => settling.mock.calls.length).toBe(50)
    await drivers()
    expect(first()).toBe('waiting')
    held.letGo()
    await Promise.all(all)
    expect(held.begun() - before).toBeLessThanOrEqual(2)
  })

  it('refuses changes and says that it is not ready once the disk has failed, and goes on reading', async () => {
    expect((await get('/readyz')).statusCode).toBe(200)
    const wanted = (await drivers())[0]?.is_driver_profile_approved !== true
    held.fail()
    for (const key of ['failed-1', 'failed-2']) {
      const answer = await verify(wanted, key)
      expect([answer.statusCode, problem.parse(answer.json()).title]).toEqual([503, 'The database cannot save'])
      held.heal()
    }
    const ready = await get('/readyz')
    expect([ready.statusCode, ready.json()]).toMatchObject([503, { ready: false, checks: { database: 'failed' } }])
    expect(await drivers()).toHaveLength(5)
  })
})
