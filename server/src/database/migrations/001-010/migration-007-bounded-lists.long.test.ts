import { sql } from 'kysely'
import { expect } from 'vitest'
import { itOnBothDatabases } from '../../../testing/services.ts'
import { createTestDatabase } from '../../../testing/test-server.ts'
import { migrate, openDatabases } from '../../open.ts'

itOnBothDatabases('keeps rows, and drops what followed their changes, on %s', async (database) => {
  const { location, drop } = await createTestDatabase(database)
  const { db, close } = await openDatabases(location, undefined, { asItIs: true })
  const namesOf = async (statement: ReturnType<typeof sql<{ name: string }>>) =>
    (await statement.execute(db)).rows.map(({ name }) => name)
  try {
    await migrate(db, '006-times-of-a-day')
    await sql`insert into people (_id, role, full_name, email, "createdAt", reverify_status)
      values ('u', 'user', 'Ada LÖW', 'Ada@Example.test', now(), ''), ('d', 'driver', 'Bo Lane', null, now(), 'Pending')`.execute(
      db,
    )
    await sql`insert into driver_rides (_id, "driverId", source, destination, "createdAt", ride_time)
      values ('r', 'd', 'Main ST', 'Oak AVE', now(), '01:30 PM')`.execute(db)
    await sql`insert into bookings (_id, "userId", "driverId", "rideId", "createdAt", status)
      values ('b', 'u', 'd', 'r', now(), 'Pending')`.execute(db)
    await migrate(db, '007-bounded-lists')
    expect(
      (await sql`select _id, "nameKey", "emailKey", "reverifyKey" from people order by _id`.execute(db)).rows,
    ).toEqual([
      { _id: 'd', nameKey: 'bo lane', emailKey: null, reverifyKey: 'Pending' },
      { _id: 'u', nameKey: 'ada löw', emailKey: 'ada@example.test', reverifyKey: null },
    ])
    expect(
      (await sql`select "userKey", "driverKey", "sourceKey", "destinationKey", "timeKey" from bookings`.execute(db))
        .rows,
    ).toEqual([
      { userKey: 'ada löw', driverKey: 'bo lane', sourceKey: 'main st', destinationKey: 'oak ave', timeKey: 'pm0130' },
    ])
    // A new name still reaches the copies, and their keys.
    await sql`update people set full_name = 'Cy' where _id = 'd'`.execute(db)
    expect(
      (await sql`select "driverKey" from driver_rides union all select "driverKey" from bookings`.execute(db)).rows,
    ).toEqual([{ driverKey: 'cy' }, { driverKey: 'cy' }])
    expect(
      await namesOf(sql`select relname as name from pg_class where relkind = 'r' and relname like '%changes'`),
    ).toEqual([])
    expect(await namesOf(sql`select tgname as name from pg_trigger where not tgisinternal order by 1`)).toEqual([
      'copy_into_booking',
      'copy_into_ride',
      'copy_name',
      'copy_ride',
    ])
  } finally {
    await close()
    await drop()
  }
})
