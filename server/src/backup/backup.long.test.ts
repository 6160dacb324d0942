import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig, type Config } from '../config/config.ts'
import type { Database } from '../database/tables.ts'
import { startServer, type Server } from '../server.ts'
import { keepRestorable } from './restorable-server.ts'
import { describeUnless, without } from '../testing/services.ts'
import { createTestDatabase, field } from '../testing/test-server.ts'
import { backup, restore } from './commands.ts'
import { findRunningApi } from './running-api.ts'

const root = mkdtempSync(join(tmpdir(), 'interline-backup-'))
const file = join(root, 'all.tar.gz')
const quiet = { log: () => undefined }
const log = () => undefined
const configOf = (name: string, env: Record<string, string> = {}): Config =>
  readConfig({ API_PORT: '0', DATA_DIR: join(root, name), DEMO_ROWS: '12', LOG_LEVEL: 'silent', ...env })
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Node = Awaited<ReturnType<typeof keepRestorable<Server, typeof quiet>>>

const post = async (node: Node, path: string, payload: object, token?: string) => {
  const response = await fetch(`http://127.0.0.1:${node.port}/api/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
  return { status: response.status, body: (await response.json()) as unknown }
}
const signIn = async (node: Node, email = 'admin@interline.test') =>
  field<string>((await post(node, '/user/auth/admin-login', { email, password: 'interline-demo' })).body, 'data.token')

/** A driver who offers one ride after the other; `done` holds those that were acknowledged. */
async function offerRides(node: Node) {
  const { body } = await post(node, '/user/auth/register', {
    role: 'driver',
    full_name: 'Busy Driver',
    email: `busy${Math.random()}@people.test`,
    password: 'a good password',
  })
  const token = field<string>(body, 'data.token')
  const done: string[] = []
  let isOver = false
  const going = (async () => {
    while (!isOver) {
      const ride = {
        source: { address: 'Austin, TX' },
        destination: { address: 'Waco, TX' },
        ride_time: '09:30 AM',
        amount: 10,
        passenger_capacity: 3,
      }
      const answer = await post(node, '/driver/rides', ride, token)
      if (answer.status === 200) done.push(field<string>(answer.body, 'data._id'))
    }
  })()
  return { done, end: () => ((isOver = true), going) }
}

const ridesOf = async (db: Database) =>
  new Set((await db.selectFrom('driver_rides').select('_id').execute()).map(({ _id }) => _id))
const peopleOf = async (db: Database) =>
  (
    await sql<{
      text: string
    }>`select string_agg(row_to_json(people)::text, E'\\n' order by _id) as text from people`.execute(db)
  ).rows[0]?.text
const unkept = async (db: Database) =>
  (await sql`select conname from pg_constraint where contype = 'f' and not convalidated`.execute(db)).rows.length

async function backUpWhileBusy(node: Node, config: Config) {
  const busy = await offerRides(node)
  await vi.waitFor(() => expect(busy.done.length).toBeGreaterThan(20), { timeout: 60_000 })
  const before = [...busy.done]
  const written = await backup(config, file, log)
  const during = busy.done.length - before.length
  await busy.end()
  return { before, during, written }
}

describe('a backup of the embedded database', () => {
  let node: Node
  let before: string[]
  let during: number
  const source = configOf('source')
  beforeAll(async () => {
    node = await keepRestorable(source, startServer, quiet)
    ;({ before, during } = await backUpWhileBusy(node, source))
  })
  afterAll(() => node.close())

  it('is written while the API goes on, and leaves nothing behind', async () => {
    expect(during).toBeGreaterThan(0)
    expect(readdirSync(source.dataDir).filter((name) => name.startsWith('backup-'))).toEqual([])
    await expect(backup(source, file, log)).rejects.toThrow('is there already')
  })

  it('is refused where there is no folder for it, in one line', async () => {
    const elsewhere = join(root, 'nowhere', 'all.tar.gz')
    await expect(backup(source, elsewhere, log)).rejects.toThrow(`${elsewhere}: its folder is not there`)
  })

  it('holds every row that was acknowledged before it began, whole, with the documents', async () => {
    const target = configOf('target')
    await restore(target, file, { replace: false }, log)
    await expect(restore(target, file, { replace: false }, log)).rejects.toThrow('--replace')
    const other = await keepRestorable(target, startServer, quiet)
    try {
      const found = await ridesOf(other.current().db)
      expect(before.filter((_id) => !found.has(_id))).toEqual([])
      expect(await peopleOf(other.current().db)).toBe(await peopleOf(node.current().db))
      expect(await unkept(other.current().db)).toBe(0)
      const { count } = await other
        .current()
        .db.selectFrom('driver_rides')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow()
      expect(count).toBe(found.size)
      const named = [...new Set((await peopleOf(node.current().db))?.match(/uploads\/[0-9a-f]{32}\.\w+/g))]
      expect(named.length).toBeGreaterThan(10)
      for (const key of named)
        expect(readFileSync(join(target.dataDir, key)).equals(readFileSync(join(source.dataDir, key))), key).toBe(true)
      expect((await post(other, '/admin/notification/mark-read', {}, await signIn(other))).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  it('is put back while the API runs, which says 503 meanwhile and goes on with it', async () => {
    await expect(restore(source, file, { replace: false }, log)).rejects.toThrow('holds data already')
    const token = await signIn(node)
    const busy = await offerRides(node)
    await expect.poll(() => busy.done.length, { timeout: 60_000 }).toBeGreaterThan(0)
    await busy.end()
    const seen = new Set<number>()
    let isOver = false
    const requests = (async () => {
      while (!isOver) {
        seen.add(
          await fetch(`http://127.0.0.1:${node.port}/healthz`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
      }
    })()
    await restore(source, file, { replace: true }, log)
    isOver = true
    await requests
    expect([...seen].filter((status) => status !== 0).sort()).toEqual([200, 503])
    const found = await ridesOf(node.current().db)
    expect(before.length).toBeGreaterThan(20)
    expect(before.filter((_id) => !found.has(_id))).toEqual([])
    expect(busy.done.some((_id) => found.has(_id))).toBe(false)
    // Who signed in after the backup signs in again.
    expect((await post(node, '/admin/notification/mark-read', {}, token)).status).toBe(401)
    expect((await post(node, '/admin/notification/mark-read', {}, await signIn(node))).status).toBe(200)
    expect(readdirSync(source.dataDir).filter((name) => name.startsWith('database.before-'))).toHaveLength(1)
  })

  it('goes on with the old database when the other one does not open', async () => {
    const state = await peopleOf(node.current().db)
    const folder = mkdtempSync(join(source.dataDir, 'restore-'))
    const operator = await findRunningApi(source.dataDir)
    await expect(operator?.replace(folder)).rejects.toThrow('ENOENT')
    mkdirSync(join(folder, 'database'))
    writeFileSync(join(folder, 'database', 'PG_VERSION'), 'not one of ours')
    await expect(operator?.replace(folder)).rejects.toThrow()
    await expect(operator?.replace(root)).rejects.toThrow('is no restored database')
    expect(await peopleOf(node.current().db)).toBe(state)
    expect((await fetch(`http://127.0.0.1:${node.port}/readyz`)).status).toBe(200)
  })

  it.each([
    ['cut off', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    [
      'changed',
      (whole: Buffer) => {
        const plain = gunzipSync(whole)
        plain.write('Busy Drover', plain.indexOf('Busy Driver'))
        return gzipSync(plain)
      },
    ],
    ['no archive', () => Buffer.from('nothing of the kind')],
  ])('that is %s changes nothing', async (_what, spoil) => {
    const broken = join(root, 'broken.tar.gz')
    writeFileSync(broken, spoil(readFileSync(file)))
    const state = await peopleOf(node.current().db)
    await expect(restore(source, broken, { replace: true }, log)).rejects.toThrow(broken)
    expect(await peopleOf(node.current().db)).toBe(state)
  })
})

describeUnless(without('PostgreSQL'))('a backup of PostgreSQL', () => {
  it('holds what was acknowledged before it began, goes back when no node runs, and in the place of an embedded one', async () => {
    const databases = [await createTestDatabase('PostgreSQL'), await createTestDatabase('PostgreSQL')] as const
    const [source, target] = databases.map(({ location }, at) =>
      configOf(`pg${at}`, { DATABASE_URL: typeof location === 'object' && 'url' in location ? location.url : '' }),
    ) as [Config, Config]
    const embedded = await restore(target, file, { replace: false }, log)
    expect(embedded.rows).toBeGreaterThan(40)
    rmSync(file)
    const node = await keepRestorable(source, startServer, quiet)
    try {
      const { before, during } = await backUpWhileBusy(node, source)
      expect(during).toBeGreaterThan(0)
      await expect(restore(source, file, { replace: true }, log)).rejects.toThrow('stop all its nodes')
      await expect(restore(target, file, { replace: false }, log)).rejects.toThrow('--replace')
      await restore(target, file, { replace: true }, log)
      const other = await keepRestorable(target, startServer, quiet)
      const found = await ridesOf(other.current().db)
      expect(before.filter((_id) => !found.has(_id))).toEqual([])
      expect(await unkept(other.current().db)).toBe(0)
      expect((await post(other, '/admin/notification/mark-read', {}, await signIn(other))).status).toBe(200)
      await other.close()
    } finally {
      await node.close()
      for (const { drop } of databases) await drop()
    }
  })
})
