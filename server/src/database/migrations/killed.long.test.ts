import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { interrupted } from '../../testing/database/interrupted-dialect.ts'
import { itUnless, without } from '../../testing/services.ts'
import { createTestDatabase } from '../../testing/test-server.ts'
import { migrate, openDatabases, type DatabaseLocation } from '../open.ts'
import type { Database, Tables } from '../tables.ts'
import { migrations } from './migrations.ts'

const names = Object.keys(migrations)

/** The database as an older version left it: with its tables, and with a row of each kind. */
async function fillAsOfOld(db: Database) {
  await migrate(db, '006-times-of-a-day')
  await sql`insert into people (_id, role, full_name, email, "createdAt") values
    ('u', 'user', 'Ada Low', 'ada@example.test', now()), ('d', 'driver', 'Bo Lane', null, now())`.execute(db)
  await sql`insert into driver_rides (_id, "driverId", source, destination, "createdAt", ride_time)
    values ('r', 'd', 'Main St', 'Oak Ave', now(), '01:30 PM')`.execute(db)
  await sql`insert into bookings (_id, "userId", "driverId", "rideId", "createdAt", status)
    values ('b', 'u', 'd', 'r', now(), 'Pending')`.execute(db)
}

/** What a later start finds: all migrations are done, and no row is lost. */
async function expectUpToDate(location: DatabaseLocation) {
  const { db, close } = await openDatabases(location)
  try {
    const { rows: done } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(done.map(({ name }) => name)).toEqual(names)
    const { rows } = await sql<{ count: number }>`select (select count(*)::int from people) + (select count(*)::int from
      driver_rides) + (select count(*)::int from bookings where "userName" = 'Ada Low') as count`.execute(db)
    expect(rows).toEqual([{ count: 4 }])
  } finally {
    await close()
  }
}

describe('a migration that is ended before one of its statements is done by the next start', () => {
  itUnless(without('PostgreSQL'))(
    'when PostgreSQL cuts its connection, before every third',
    async () => {
      const { location, drop } = await createTestDatabase('PostgreSQL')
      if (typeof location === 'string' || !('url' in location)) return expect.unreachable()
      const { longQueries, close } = await openDatabases(location, undefined, { asItIs: true })
      await fillAsOfOld(longQueries)
      const endAt = async (at: number) => {
        const pool = new pg.Pool({ connectionString: location.url, max: 1 })
        pool.on('error', () => undefined)
        pool.on('connect', (client) => client.on('error', () => undefined))
        const dialect = interrupted(new PostgresDialect({ pool }), async (statement) => {
          if (statement === at)
            await sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(longQueries)
        })
        const db = new Kysely<Tables>({ dialect })
        try {
          await migrate(db)
          return false
        } catch {
          return true
        } finally {
          await db.destroy()
        }
      }
      let cuts = 0
      while (await endAt(1 + 3 * cuts)) cuts += 1
      await close()
      await expectUpToDate(location)
      await drop()
      expect(cuts).toBeGreaterThan(20)
    },
    300_000,
  )

  it('when the process is killed that embeds its database, before some', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'interline-killed-'))
    const { longQueries, close } = await openDatabases({ folder }, undefined, { asItIs: true })
    await fillAsOfOld(longQueries)
    await close()
    const script = fileURLToPath(new URL('../../testing/database/migrate-and-die.ts', import.meta.url))
    for (const at of [8, 12, 16, 20, 24]) {
      const { signal, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, folder, `${at}`])
      expect(signal, stderr.toString()).toBe('SIGKILL')
    }
    await expectUpToDate({ folder })
    rmSync(folder, { recursive: true })
  })
})
