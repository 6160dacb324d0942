import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openDatabases, type DatabaseLocation } from './database/open.ts'
import { startProcess as start } from './testing/start-process.ts'
import { itUnless, without } from './testing/services.ts'
import { createTestDatabase } from './testing/test-server.ts'

const demoFolder = mkdtempSync(join(tmpdir(), 'interline-main-'))
const otherFolder = mkdtempSync(join(tmpdir(), 'interline-main-'))
const timeoutMs = 300_000
const urlOf = (location: DatabaseLocation) => (typeof location === 'object' && 'url' in location ? location.url : '')

afterAll(() => {
  for (const folder of [demoFolder, otherFolder]) rmSync(folder, { recursive: true, force: true })
})

it(
  'names the setting that is wrong, in one line',
  async () => {
    const { ended, output } = await start({ DEMO_ROWS: 'many' })
    expect(await ended).toBe(1)
    expect(output().trim().split('\n')).toHaveLength(1)
    expect(output()).toContain('DEMO_ROWS')
  },
  timeoutMs,
)

it(
  'names the folder that cannot be used, in one line',
  async () => {
    const file = join(otherFolder, 'a-file')
    writeFileSync(file, '')
    const { ended, output } = await start({ DATA_DIR: file })
    rmSync(file)
    expect(await ended).toBe(1)
    expect(output()).toMatch(/\nThe API does not start\. DATA_DIR: \S+a-file cannot be used: ENOTDIR.*\n$/)
  },
  timeoutMs,
)

itUnless(without('/proc'))(
  'names the folder in which nothing can be made, and does not hang',
  async () => {
    const { ended, output } = await start({ DATA_DIR: '/proc/interline' })
    expect(await ended).toBe(1)
    expect(output()).toContain('The API does not start. DATA_DIR: /proc/interline cannot be used: ENOENT')
  },
  timeoutMs,
)

itUnless(without('PostgreSQL'))(
  'names the database of a newer version, in one line',
  async () => {
    const { location, drop } = await createTestDatabase('PostgreSQL')
    try {
      await (await openDatabases(location)).close()
      const client = new pg.Client({ connectionString: urlOf(location) })
      await client.connect()
      await client.query("insert into kysely_migration values ('999-of-tomorrow', '2040-01-01')")
      await client.end()
      const { ended, output } = await start({ DATABASE_URL: urlOf(location), DATA_DIR: otherFolder })
      expect(await ended).toBe(1)
      expect(output()).toMatch(
        /\nThe API does not start\. DATABASE_URL: the database at \S+ was made by a newer version \(999-of-tomorrow\); use that version\n$/,
      )
    } finally {
      await drop()
    }
  },
  timeoutMs,
)

itUnless(without('PostgreSQL'))(
  'names the account that may not make tables, in one line',
  async () => {
    const name = `interline_test_${randomBytes(6).toString('hex')}`
    const client = new pg.Client({ connectionString: 'postgres://postgres@127.0.0.1:5432/postgres' })
    await client.connect()
    try {
      await client.query(`create database ${name}`)
      await client.query(`create role ${name} login password 'weak'`)
      const { ended, output } = await start({
        DATABASE_URL: `postgres://${name}:weak@127.0.0.1:5432/${name}`,
        DATA_DIR: otherFolder,
      })
      expect(await ended).toBe(1)
      expect(output()).toMatch(
        new RegExp(
          `\nThe API does not start\\. DATABASE_URL: "${name}" may not make the tables at postgres://127\\.0\\.0\\.1:5432/${name}: permission denied for schema public\n$`,
        ),
      )
    } finally {
      await client.query(`drop database ${name} with (force)`)
      await client.query(`drop role if exists ${name}`)
      await client.end()
    }
  },
  timeoutMs,
)

it(
  'names the port that is taken',
  async () => {
    const other: Server = createServer()
    await new Promise<void>((listening) => void other.listen(0, '0.0.0.0', listening))
    const address = other.address()
    const taken = typeof address === 'object' && address ? String(address.port) : ''
    const { ended, output } = await start({ API_PORT: taken, DATA_DIR: demoFolder })
    other.close()
    expect(await ended).toBe(1)
    expect(output()).toContain(`API_PORT: port ${taken} is taken`)
  },
  timeoutMs,
)

it(
  'says once that the password of a demo that others reach is public',
  async () => {
    const { output } = await start({ HOST: '0.0.0.0', DATA_DIR: demoFolder })
    await expect.poll(() => output().match(/^HOST: 0\.0\.0\.0 .*its password is public/gm)?.length).toBe(1)
  },
  timeoutMs,
)
