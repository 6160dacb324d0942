import { sql } from 'kysely'
import { expect } from 'vitest'
import { itOnBothDatabases } from '../../../testing/services.ts'
import { createTestDatabase } from '../../../testing/test-server.ts'
import { migrate, openDatabases } from '../../open.ts'

itOnBothDatabases(
  'has every order carry what is searched, and keeps rows and indexes as they were, on %s',
  async (database) => {
    const { location, drop } = await createTestDatabase(database)
    const { db, close } = await openDatabases(location, undefined, { asItIs: true })
    try {
      const indexes = async () =>
        new Map(
          (
            await sql<{
              name: string
              build: string
            }>`select indexname as name, indexdef as build from pg_indexes where tablename in ('people', 'driver_rides', 'bookings')`.execute(
              db,
            )
          ).rows.map(({ name, build }) => [name, build]),
        )
      await migrate(db, '004-last-seen')
      await sql`insert into people (_id, role, full_name, email, "createdAt") values ('short', 'user', 'Ada Löw', 'Ada@Example.test', now()), ('long', 'driver', ${'É'.repeat(150)}, null, now())`.execute(
        db,
      )
      const before = await indexes()
      await migrate(db, '005-searched-walks')
      const after = await indexes()
      expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
      for (const [name, build] of before) {
        const carried = after
          .get(name)
          ?.replace(/,? ?"searchHead", "searchCut"/, '')
          .replace(' INCLUDE ()', '')
        expect(carried).toBe(build)
      }
      // Every index that ends with the row's id is that of an order, but for keys and for those of a state in the order
      // of days.
      const orders = [...after].filter(([, build]) => / _id\)/.test(build)).map(([name]) => name)
      expect(orders.filter((name) => !after.get(name)?.includes('INCLUDE (')).sort()).toEqual([
        'bookings_status',
        'drivers_states',
        'people_administrators',
      ])
      const { rows } = await sql`select _id, "searchHead", "searchCut" from people order by _id`.execute(db)
      expect(rows).toEqual([
        { _id: 'long', searchHead: 'é'.repeat(56), searchCut: true },
        { _id: 'short', searchHead: 'ada löw  ada@example.test', searchCut: false },
      ])
    } finally {
      await close()
      await drop()
    }
  },
)
