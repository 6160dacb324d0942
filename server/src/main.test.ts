import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openDatabases, type Place } from './database/open.ts'
import { call, startProcess as start } from './testing/start-process.ts'
import { createPlace, databasesHere, field } from './testing/test-server.ts'

const hasPostgres = (await databasesHere()).includes('PostgreSQL')

// A new database takes seconds to make: the demo's is shared by the tests that need none of their own.
const demoFolder = mkdtempSync(join(tmpdir(), 'interline-main-'))
const productionFolder = mkdtempSync(join(tmpdir(), 'interline-main-'))
const patience = 60_000
const urlOf = (place: Place) => (typeof place === 'object' && 'url' in place ? place.url : '')

afterAll(() => {
  for (const folder of [demoFolder, productionFolder]) rmSync(folder, { recursive: true, force: true })
})

it('keeps what it acknowledged through kill -9, lets nobody else open its folder meanwhile, and starts again at once', async () => {
  const env = { DATA_DIR: demoFolder }
  const first = await start(env)
  const signedIn = await call(first.port, 'POST', '/user/auth/admin-login', undefined, { email: 'admin@interline.test', password: 'interline-demo' })
  const token = field<string>(signedIn, 'data.token')
  const _id = field<string>(await call(first.port, 'GET', '/admin/user/rides', token), 'data.0._id')
  expect(await call(first.port, 'POST', '/admin/ride/status', token, { _id, status: 'Started' })).toEqual({ success: true })

  const second = await start(env)
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`${join(env.DATA_DIR, 'database')} is in use by process ${first.child.pid}`)

  first.child.kill('SIGKILL')
  await first.ended
  const third = await start(env)
  expect(field(await call(third.port, 'GET', '/admin/user/rides', token), 'data.0.status')).toBe('Started')
  const stopping = Date.now()
  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(0)
  expect(Date.now() - stopping).toBeLessThan(5000)
}, patience)

it('ends when the process that started it goes away', async () => {
  const server = await start({ DATA_DIR: demoFolder })
  // Node tells no 'close' of a child that was disconnected, only its 'exit'.
  const exited = once(server.child, 'exit')
  server.child.disconnect()
  expect(await exited).toEqual([0, null])
}, patience)

it('names the setting that is wrong, in one line', async () => {
  const { ended, output } = await start({ DEMO_ROWS: 'many' })
  expect(await ended).toBe(1)
  expect(output().trim().split('\n')).toHaveLength(1)
  expect(output()).toContain('DEMO_ROWS')
}, patience)

it('names the folder that cannot be used, in one line', async () => {
  const file = join(productionFolder, 'a-file')
  writeFileSync(file, '')
  const { ended, output } = await start({ DATA_DIR: file })
  rmSync(file)
  expect(await ended).toBe(1)
  expect(output()).toMatch(/\nThe API does not start\. DATA_DIR: \S+a-file cannot be used: ENOTDIR.*\n$/)
}, patience)

it.skipIf(!existsSync('/proc/self'))('names the folder in which nothing can be made, and does not hang', async () => {
  const { ended, output } = await start({ DATA_DIR: '/proc/interline' })
  expect(await ended).toBe(1)
  expect(output()).toContain('The API does not start. DATA_DIR: /proc/interline cannot be used: ENOENT')
}, patience)

it.skipIf(!hasPostgres)('names the database of a newer version, in one line', async () => {
  const { place, drop } = await createPlace('PostgreSQL')
  try {
    await (await openDatabases(place)).close()
    const client = new pg.Client({ connectionString: urlOf(place) })
    await client.connect()
    await client.query("insert into kysely_migration values ('999-of-tomorrow', '2040-01-01')")
    await client.end()
    const { ended, output } = await start({ DATABASE_URL: urlOf(place), DATA_DIR: productionFolder })
    expect(await ended).toBe(1)
    expect(output()).toMatch(/\nThe API does not start\. DATABASE_URL: the database at \S+ was made by a newer version \(999-of-tomorrow\); start that version\n$/)
  } finally {
    await drop()
  }
}, patience)

it.skipIf(!hasPostgres)('names the account that may not make tables, in one line', async () => {
  const name = `interline_test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: 'postgres://postgres@127.0.0.1:5432/postgres' })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
    await client.query(`create role ${name} login password 'weak'`)
    const { ended, output } = await start({ DATABASE_URL: `postgres://${name}:weak@127.0.0.1:5432/${name}`, DATA_DIR: productionFolder })
    expect(await ended).toBe(1)
    expect(output()).toMatch(new RegExp(`\nThe API does not start\\. DATABASE_URL: "${name}" may not make the tables at postgres://127\\.0\\.0\\.1:5432/${name}: permission denied for schema public\n$`))
  } finally {
    await client.query(`drop database ${name} with (force)`)
    await client.query(`drop role if exists ${name}`)
    await client.end()
  }
}, patience)

it('names the port that is taken', async () => {
  const other: Server = createServer()
  await new Promise<void>((listening) => void other.listen(0, '0.0.0.0', listening))
  const address = other.address()
  const taken = typeof address === 'object' && address ? String(address.port) : ''
  const { ended, output } = await start({ API_PORT: taken, DATA_DIR: demoFolder })
  other.close()
  expect(await ended).toBe(1)
  expect(output()).toContain(`API_PORT: port ${taken} is taken`)
}, patience)

it('has no demo data and no known password in production, and needs a first administrator', async () => {
  const withDemo = await start({ NODE_ENV: 'production', DATA_DIR: demoFolder, ADMIN_EMAIL: 'boss@corp.example', ADMIN_PASSWORD: 'correct horse battery' })
  expect(await withDemo.ended).toBe(1)
  expect(withDemo.output()).toContain('NODE_ENV: production has no demo data, and this database holds the demo')

  const env = { NODE_ENV: 'production', DATA_DIR: productionFolder }
  const refused = await start(env)
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('ADMIN_EMAIL, ADMIN_PASSWORD')

  const server = await start({ ...env, ADMIN_EMAIL: 'boss@corp.example', ADMIN_PASSWORD: 'correct horse battery' })
  expect(await call(server.port, 'POST', '/user/auth/admin-login', undefined, { email: 'admin@interline.test', password: 'interline-demo' })).toMatchObject({ success: false })
  const signedIn = await call(server.port, 'POST', '/user/auth/admin-login', undefined, { email: 'boss@corp.example', password: 'correct horse battery' })
  expect(await call(server.port, 'GET', '/admin/drivers', field<string>(signedIn, 'data.token'))).toEqual({ success: true, data: [] })
}, patience)
