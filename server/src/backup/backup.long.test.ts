import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig, uploadsFolder, type Config } from '../config/config.ts'
import { countNodes, databaseLimits, openDatabases } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { startServer, type Server } from '../server.ts'
import { describeUnless, without } from '../testing/services.ts'
import { createTestDatabase, field } from '../testing/test-server.ts'
import { openFiles } from '../storage/open-files.ts'
import { backup, restore } from './commands.ts'
import { copyDatabase } from './folders.ts'
import { loadBackup, verifyBackup } from './load-backup.ts'
import { listenForCommands } from './running-api.ts'

const root = mkdtempSync(join(tmpdir(), 'interline-backup-'))
const file = join(root, 'all.tar.gz')
const log = () => undefined
const configOf = (name: string, env: Record<string, string> = {}): Config =>
  readConfig({ API_PORT: '0', DATA_DIR: join(root, name), DEMO_ROWS: '12', LOG_LEVEL: 'silent', ...env })
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Node = Server

/** The API as `npm start` has it, with its ear for commands. */
async function startNode(config: Config): Promise<Node> {
  const server = await startServer(config, { log })
  if (config.databaseUrl) return server
  const manage = () => Promise.reject(new Error('nobody manages here'))
  const shut = await listenForCommands(config.dataDir, { copy: () => copyDatabase(server.db, config), manage })
  return { ...server, close: async () => (shut(), server.close()) }
}

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
  await vi.waitFor(() => expect(busy.done.length).toBeGreaterThan(20), { timeout: 300_000 })
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
    node = await startNode(source)
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
    mkdirSync(join(target.dataDir, 'uploads'), { recursive: true })
    mkdirSync(join(target.dataDir, 'restore-killed'))
    writeFileSync(join(target.dataDir, 'uploads', 'left.pdf'), 'of nobody in the backup')
    await restore(target, file, { replace: false }, log)
    expect(readdirSync(target.dataDir).filter((name) => name.startsWith('restore-'))).toEqual([])
    await expect(restore(target, file, { replace: false }, log)).rejects.toThrow('--replace')
    const other = await startNode(target)
    try {
      const found = await ridesOf(other.db)
      expect(before.filter((_id) => !found.has(_id))).toEqual([])
      expect(await peopleOf(other.db)).toBe(await peopleOf(node.db))
      expect(await unkept(other.db)).toBe(0)
      const { count } = await other.db
        .selectFrom('driver_rides')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow()
      expect(count).toBe(found.size)
      const named = [...new Set((await peopleOf(node.db))?.match(/uploads\/[0-9a-f]{32}\.\w+/g))]
      expect(named.length).toBeGreaterThan(10)
      for (const key of named)
        expect(readFileSync(join(target.dataDir, key)).equals(readFileSync(join(source.dataDir, key))), key).toBe(true)
      const left = await sql<{ key: string; days: number }>`select key, extract(day from at - now())::int as days
        from unfiled_documents`.execute(other.db)
      expect(left.rows).toEqual([{ key: 'uploads/left.pdf', days: 29 }])
      expect((await post(other, '/admin/notification/mark-read', {}, await signIn(other))).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  it('leaves no document of its own where it fails', async () => {
    const config = configOf('half')
    const store = openFiles(config)
    let left = 3
    const files = {
      ...{
        read: (key: string) => store.read(key),
        remove: (key: string) => store.remove(key),
        ping: () => store.ping(),
      },
      async write(key: string, content: Parameters<typeof store.write>[1]) {
        if (--left === 0) throw new Error('the disk is full')
        await store.write(key, content)
      },
    }
    const { location, drop } = await createTestDatabase('PGlite')
    const { db, close } = await openDatabases(location)
    await expect(loadBackup(db, files, file, await verifyBackup(file))).rejects.toThrow('the disk is full')
    expect(readdirSync(uploadsFolder(config))).toEqual([])
    await close()
    await drop()
  })

  it('is refused in one line while the API runs, and put back when it is stopped', async () => {
    await expect(restore(source, file, { replace: false }, log)).rejects.toThrow('holds data already')
    const state = await peopleOf(node.db)
    await expect(restore(source, file, { replace: true }, log)).rejects.toThrow(/^the database folder .* is in use.*$/)
    expect(await peopleOf(node.db)).toBe(state)
    const token = await signIn(node)
    const busy = await offerRides(node)
    await expect.poll(() => busy.done.length, { timeout: 300_000 }).toBeGreaterThan(0)
    await busy.end()
    await node.close()
    await restore(source, file, { replace: true }, log)
    node = await startNode(source)
    const found = await ridesOf(node.db)
    expect(before.length).toBeGreaterThan(20)
    expect(before.filter((_id) => !found.has(_id))).toEqual([])
    expect(busy.done.some((_id) => found.has(_id))).toBe(false)
    // A session from after the backup is unknown, and its person signs in again.
    expect((await post(node, '/admin/notification/mark-read', {}, token)).status).toBe(401)
    expect((await post(node, '/admin/notification/mark-read', {}, await signIn(node))).status).toBe(200)
    const names = readdirSync(source.dataDir)
    expect(names.filter((name) => name.startsWith('database.before-'))).toHaveLength(1)
    expect(names.filter((name) => name.startsWith('restore-'))).toEqual([])
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
    const state = await peopleOf(node.db)
    await expect(restore(source, broken, { replace: true }, log)).rejects.toThrow(broken)
    expect(await peopleOf(node.db)).toBe(state)
  })
})

describeUnless(without('PostgreSQL'))('a backup of PostgreSQL', () => {
  it('holds what was acknowledged before it began, goes back when no node runs, in the place of an embedded one, and into one', async () => {
    const databases = [await createTestDatabase('PostgreSQL'), await createTestDatabase('PostgreSQL')] as const
    const [source, target] = databases.map(({ location }, at) =>
      configOf(`pg${at}`, { DATABASE_URL: typeof location === 'object' && 'url' in location ? location.url : '' }),
    ) as [Config, Config]
    const embedded = await restore(target, file, { replace: false }, log)
    expect(embedded.rows).toBeGreaterThan(40)
    rmSync(file)
    const node = await startNode(source)
    try {
      const { before, during } = await backUpWhileBusy(node, source)
      expect(during).toBeGreaterThan(0)
      await expect(restore(source, file, { replace: true }, log)).rejects.toThrow('stop all its nodes')
      await expect(restore(target, file, { replace: false }, log)).rejects.toThrow('--replace')
      await restore(target, file, { replace: true }, log)
      const other = await startNode(target)
      const found = await ridesOf(other.db)
      expect(before.filter((_id) => !found.has(_id))).toEqual([])
      expect(await unkept(other.db)).toBe(0)
      expect((await post(other, '/admin/notification/mark-read', {}, await signIn(other))).status).toBe(200)
      await other.close()
      const home = configOf('home')
      await restore(home, file, { replace: false }, log)
      const back = await startNode(home)
      const inFolder = await ridesOf(back.db)
      expect(before.filter((_id) => !inFolder.has(_id))).toEqual([])
      expect(await peopleOf(back.db)).toBe(await peopleOf(node.db))
      await back.close()
    } finally {
      await node.close()
      for (const { drop } of databases) await drop()
    }
  })

  it('counts a node that has had nothing to do for an hour', async () => {
    const { location, drop } = await createTestDatabase('PostgreSQL')
    const url = typeof location === 'object' && 'url' in location ? location.url : ''
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { db, pools, close } = await openDatabases({ url }, databaseLimits, { asItIs: true })
    try {
      await sql`select 1`.execute(db)
      vi.advanceTimersByTime(3_600_000)
      vi.useRealTimers()
      expect(pools()).toContainEqual({ pool: 'calls', busy: 0, idle: 1, waiting: 0 })
      expect(await countNodes(url)).toBeGreaterThan(0)
    } finally {
      vi.useRealTimers()
      await close()
      await drop()
    }
  })
})
