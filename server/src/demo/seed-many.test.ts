import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { bookingStatuses } from '@interline/shared/contract'
import { placeKeys, personKeys } from '../database/search-keys.ts'
import { openDatabase } from '../database/open.ts'
import type { FileStore } from '../storage/file-store.ts'
import { emptyDatabase } from '../testing/database/empty-database.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { seedDemo } from './seed.ts'
import { showProgress } from './show-progress.ts'

const now = new Date('2024-05-01T15:00:00Z')
const noFiles: FileStore = {
  write: async () => undefined,
  read: async () => undefined,
  remove: async () => undefined,
  ping: async () => undefined,
}

it('lets the database make up the rows beyond the first ones, whole and with everything in its place', async () => {
  const db = await openDatabase({ snapshot: await emptyDatabase() })
  const indexes = () =>
    sql<{ indexdef: string }>`select indexdef from pg_indexes where schemaname = 'public' order by 1`
      .execute(db)
      .then(({ rows }) => rows)
  const before = await indexes()
  const parts: number[] = []
  await seedDemo(db, noFiles, quickPasswords, 1200, now, (part) => parts.push(part), 200)
  expect(await indexes()).toEqual(before)
  expect(parts.at(-1)).toBeCloseTo(1)
  const count = async (from: ReturnType<typeof sql>) =>
    Number((await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db)).rows[0]?.n)
  for (const from of [
    sql`people where role = 'driver'`,
    sql`people where role = 'user'`,
    sql`driver_rides`,
    sql`bookings`,
  ])
    expect(await count(from)).toBe(1200)
  expect(await count(sql`people where "createdAt" > ${now} or email is null or full_name ~ '^ |  | $'`)).toBe(0)
  expect(
    await count(
      sql`driver_rides join people on people._id = "driverId" where people.role <> 'driver' or people.full_name <> "driverName"`,
    ),
  ).toBe(0)
  expect(
    await count(sql`bookings join driver_rides ride on ride._id = "rideId" join people rider on rider._id = "userId"
    where rider.role <> 'user' or rider.full_name <> "userName" or ride."driverId" <> bookings."driverId" or ride.source <> bookings.source`),
  ).toBe(0)
  const people = await db.selectFrom('people').selectAll().execute()
  for (const person of people) expect(person).toMatchObject(personKeys(person))
  for (const ride of await db.selectFrom('driver_rides').selectAll().execute())
    expect(ride).toMatchObject(placeKeys(ride))
  expect(
    await count(sql`bookings join driver_rides ride on ride._id = "rideId" join people rider on rider._id = "userId"
      join people driver on driver._id = ride."driverId"
      where (bookings."userKey", bookings."driverKey", ride."driverKey", bookings."sourceKey", bookings."destinationKey")
        <> (rider."nameKey", driver."nameKey", driver."nameKey", ride."sourceKey", ride."destinationKey")`),
  ).toBe(0)
  const { rows: found } = await sql<{ status: string }>`select distinct status from bookings`.execute(db)
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(bookingStatuses))
  await expect(
    sql`insert into bookings (_id, "userId", "driverId", "rideId", "createdAt", status) values ('x', 'nobody', 'nobody', 'nothing', now(), 'Pending')`.execute(
      db,
    ),
  ).rejects.toThrow()
  await db.destroy()
})

it('shows how far it is as a bar on a terminal and as lines elsewhere', () => {
  const written: string[] = []
  const lines: string[] = []
  const bar = showProgress(() => undefined, { isTTY: true, write: (text) => written.push(text) })
  const log = showProgress((line) => lines.push(line), { write: () => undefined })
  for (let part = 0; part <= 100; part++) for (const show of [bar, log]) show(part / 100)
  expect(written.at(50)).toBe(`\r[${'█'.repeat(15)}${'·'.repeat(15)}]  50 %`)
  expect(lines).toEqual(Array.from({ length: 10 }, (_, n) => `Seeding: ${(n + 1) * 10} %`))
})
