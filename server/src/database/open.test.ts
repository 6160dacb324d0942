import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problem } from '@interline/shared/contract/schemas'
import { readConfig } from '../config/config.ts'
import { startServer } from '../server.ts'
import { describeUnless, without } from '../testing/services.ts'
import { createTestDatabase, startTestServer, type TestServer } from '../testing/test-server.ts'
import { openDatabases } from './open.ts'

const admin = 'admin@interline.test'

describeUnless(without('PostgreSQL'))('PostgreSQL', () => {
  it('is made ready once by several nodes that start at once', async () => {
    const { location, drop } = await createTestDatabase('PostgreSQL')
    const folder = mkdtempSync(join(tmpdir(), 'interline-open-'))
    try {
      const config = readConfig({ DATA_DIR: folder, API_PORT: '0', DEMO_ROWS: '20', LOG_LEVEL: 'silent' })
      const nodes = await Promise.all([1, 2, 3, 4].map(() => startServer(config, { log: () => undefined, location })))
      const { rows } =
        await sql`select (select count(*)::int from kysely_migration) as migrations, (select count(*)::int from people) as people,
        (select count(*)::int from people where email = ${admin}) as admins, (select count(*)::int from installation) as secrets`.execute(
          nodes[0]?.db ?? expect.unreachable(),
        )
      expect(rows).toEqual([{ migrations: expect.any(Number), people: 44, admins: 1, secrets: expect.any(Number) }])
      await Promise.all(nodes.map((node) => node.close()))
    } finally {
      await drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('gives what may take long its own connections and its own limit', async () => {
    const { location, drop } = await createTestDatabase('PostgreSQL')
    const { db, longQueries, close } = await openDatabases(location, {
      pool: 2,
      connect: 1000,
      statement: 300,
      lock: 100,
      idle: 1000,
      long: 30_000,
    })
    try {
      await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' })
      await sql`select pg_sleep(0.6)`.execute(longQueries)
      const { rows } = await sql<{ value: string }>`select current_setting('lock_timeout') as value`.execute(
        longQueries,
      )
      expect(rows[0]?.value).toBe('30s')
    } finally {
      await close()
      await drop()
    }
  })

  describe('when it takes too long', () => {
    const refused = async (server: TestServer, hold: (release: Promise<void>) => Promise<void>[]) => {
      const token = await server.signIn()
      const {
        rows: [driver],
      } = await sql<{ _id: string }>`select _id from people where role = 'driver' limit 1`.execute(server.db)
      let release: () => void = () => undefined
      const held = hold(new Promise<void>((resolve) => (release = resolve)))
      try {
        const query = () =>
          server.call('POST', '/admin/verify-driver', {
            token,
            body: { driver_id: driver?._id, is_driver_profile_approved: true },
          })
        await expect.poll(async () => (await query()).status, { timeout: 30_000 }).toBe(503)
        const { headers, body } = await query()
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        return problem.parse(body)
      } finally {
        release()
        await Promise.all(held)
        await server.close()
      }
    }
    const holding = (server: TestServer, what: string) => (release: Promise<void>) =>
      server.db.transaction().execute(async (tx) => {
        await sql.raw(what).execute(tx)
        await release
      })

    it('says that a record is being changed', async () => {
      const server = await startTestServer('PostgreSQL', { DATABASE_LOCK_TIMEOUT: '0.2', DEMO_ROWS: '3' })
      const answer = await refused(server, (release) => [holding(server, 'select 1 from people for update')(release)])
      expect(answer).toMatchObject({
        title: 'The database is busy',
        detail: 'Somebody else is changing the same record. Nothing was changed.',
      })
    })

    it('says that a statement took too long', async () => {
      const server = await startTestServer('PostgreSQL', { DATABASE_STATEMENT_TIMEOUT: '0.3', DEMO_ROWS: '3' })
      const answer = await refused(server, (release) => [holding(server, 'select 1 from people for update')(release)])
      expect(answer).toMatchObject({
        title: 'The database is busy',
        detail: 'This took longer than it may. Nothing was changed.',
      })
    })

    it('says that there is no connection left', async () => {
      const server = await startTestServer('PostgreSQL', {
        DATABASE_POOL: '2',
        DATABASE_CONNECT_TIMEOUT: '0.3',
        DEMO_ROWS: '3',
      })
      const answer = await refused(server, (release) => [1, 2].map(() => holding(server, 'select 1')(release)))
      expect(answer).toMatchObject({ title: 'The database is busy', detail: 'All its connections are in use.' })
    })
  })
})
