import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problem } from '@interline/shared/contract'
import { databaseFolder, readConfig } from '../config.ts'
import { startServer, type Server } from '../server.ts'
import { heldSync } from '../testing/held-sync.ts'
import { fileSync } from './disk.ts'
import { openDatabases } from './open.ts'

const data = mkdtempSync(join(tmpdir(), 'interline-pglite-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const stateOf = async (promise: Promise<unknown>, ms = 150) => {
  let state = 'waiting'
  promise.then(() => (state = 'answered'), () => (state = 'failed'))
  await new Promise((resolve) => setTimeout(resolve, ms))
  return state
}

describe('the embedded database on a disk that takes its time', () => {
  const held = heldSync()
  let server: Server
  let token: string
  beforeAll(async () => {
    held.letGo()
    const config = readConfig({ DATA_DIR: join(data, 'held'), API_PORT: '0', DEMO_ROWS: '5', LOG_LEVEL: 'silent' })
    server = await startServer(config, { say: () => undefined, place: { folder: join(data, 'held', 'database'), sync: held.sync } })
    const signedIn = await post('/user/auth/admin-login', { email: 'admin@interline.test', password: 'interline-demo' })
    token = (signedIn.json() as { data: { token: string } }).data.token
  })
  afterAll(() => server.close())

  const headers = () => ({ authorization: `Bearer ${token}` })
  const post = (url: string, payload: object, more = {}) => server.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers: { ...(token ? headers() : {}), ...more } })
  const get = (url: string) => server.app.inject({ method: 'GET', url, headers: headers() })
  const drivers = async () => ((await get('/api/v1/admin/drivers')).json() as { data: { _id: string; is_driver_profile_approved: boolean }[] }).data
  const verify = async (wanted: boolean, key: string) => {
    const driver = (await drivers())[0]
    return post('/admin/verify-driver', { driver_id: driver?._id, is_driver_profile_approved: wanted }, { 'idempotency-key': key })
  }

  it('acknowledges a change, and a repetition of it, when it is on the disk, while reads wait for nothing', async () => {
    held.hold()
    const wanted = (await drivers())[0]?.is_driver_profile_approved !== true
    const before = held.begun()
    const change = verify(wanted, 'held-1')
    expect(await stateOf(change)).toBe('waiting')
    expect((await drivers())[0]?.is_driver_profile_approved).toBe(wanted)
    const repeated = verify(wanted, 'held-1')
    expect(await stateOf(repeated)).toBe('waiting')
    held.letGo()
    expect((await change).statusCode).toBe(200)
    expect((await repeated).headers['idempotency-replayed']).toBe('true')
    expect(held.begun()).toBeGreaterThan(before)
  })

  it('brings fifty who write at once to the disk with a few syncs', async () => {
    held.hold()
    const before = held.begun()
    const all = Array.from({ length: 50 }, (_, n) => server.db.insertInto('installation').values({ name: `held-${n}`, value: 'x' }).execute())
    expect(await stateOf(Promise.any(all))).toBe('waiting')
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

it('keeps the documents of a change of which only the next start knows whether it was kept', async () => {
  const held = heldSync()
  held.letGo()
  const config = readConfig({ DATA_DIR: join(data, 'documents'), API_PORT: '0', DEMO_ROWS: '2', LOG_LEVEL: 'silent' })
  const start = (sync = held.sync) => startServer(config, { say: () => undefined, place: { folder: databaseFolder(config), sync } })
  const first = await start()
  const signedIn = await first.app.inject({ method: 'POST', url: '/api/v1/user/auth/admin-login', payload: { email: 'admin@interline.test', password: 'interline-demo' } })
  const { token } = (signedIn.json() as { data: { token: string } }).data
  const { _id } = await first.db.selectFrom('people').select('_id').where('role', '=', 'driver').executeTakeFirstOrThrow()
  const form = [`--b\r\ncontent-disposition: form-data; name="_id"\r\n\r\n${_id}`, '--b\r\ncontent-disposition: form-data; name="car_document"; filename="a.pdf"\r\n\r\n%PDF-1.4\n%%EOF\n', '--b--\r\n']
  held.fail()
  const answer = await first.app.inject({
    method: 'POST', url: '/api/v1/admin/edit-profile/driver', payload: form.join('\r\n'),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
  })
  expect(answer.statusCode).toBe(503)
  await first.close()

  const second = await start(fileSync)
  const { car_document } = await second.db.selectFrom('people').select('car_document').where('_id', '=', _id).executeTakeFirstOrThrow()
  expect(existsSync(join(config.dataDir, car_document ?? 'none'))).toBe(true)
  await second.close()
}, 120_000)

it('is made anew where it was not finished, and keeps what it has otherwise', async () => {
  const folder = join(data, 'begun', 'database')
  const first = await openDatabases({ folder })
  expect(existsSync(join(folder, 'unfinished'))).toBe(false)
  await sql`create table kept (n int)`.execute(first.db)
  await first.close()
  const again = await openDatabases({ folder })
  await sql`select n from kept`.execute(again.db)
  await again.close()
  // As the power left it: some files of a database that was being made.
  rmSync(join(folder, 'global'), { recursive: true })
  writeFileSync(join(folder, 'unfinished'), '')
  const anew = await openDatabases({ folder })
  await expect(sql`select n from kept`.execute(anew.db)).rejects.toThrow('does not exist')
  await anew.close()
  expect(existsSync(join(folder, 'unfinished'))).toBe(false)
}, 120_000)

it('begins its log anew before it grows for ever', async () => {
  const { db, close } = await openDatabases({ folder: join(data, 'log', 'database') })
  const startOfLog = async () => (await sql<{ redo_lsn: string }>`select redo_lsn::text from pg_control_checkpoint()`.execute(db)).rows[0]?.redo_lsn
  const before = await startOfLog()
  for (let n = 0; n < 18; n += 1) {
    await db.insertInto('installation').values({ name: `log-${n}`, value: 'x' }).execute()
    await sql`select pg_switch_wal()`.execute(db)
  }
  expect(await startOfLog()).not.toBe(before)
  await close()
}, 120_000)
