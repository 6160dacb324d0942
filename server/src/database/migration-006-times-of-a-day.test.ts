import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createPlace, databasesHere } from '../testing/test-server.ts'
import { openDatabases } from './open.ts'

it.each(await databasesHere())('has the rides of a day and their times in one index, on %s', async (database) => {
  const { place, drop } = await createPlace(database)
  const { db, close } = await openDatabases(place)
  try {
    for (const table of ['driver_rides', 'bookings']) {
      const plan = await db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        await sql`set local enable_bitmapscan = off`.execute(tx)
        return sql<Record<string, string>>`explain select clock_key(ride_time), _id from ${sql.table(table)} where "createdAt" >= now() and "createdAt" < now() + interval '1 day'`.execute(tx)
      })
      expect(plan.rows.flatMap((row) => Object.values(row)).join('\n')).toContain(`Index Only Scan using ${table}_day_time`)
    }
  } finally {
    await close()
    await drop()
  }
})
