import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ListQuery } from '@interline/shared/contract'
import { openDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { seedDemo } from '../demo/seed.ts'
import type { FileStore } from '../storage/file-store.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { bookingList, bookingsInBatches, pageOfBookings, setBookingStatus } from './bookings.ts'
import { driverRidesInBatches, pageOfDriverRides } from './driver-rides.ts'
import { changeDriver, driversInBatches, pageOfDrivers } from './drivers.ts'
import type { Page } from './list.ts'
import { LongLists } from './long-lists.ts'
import { pageOfUsers, userList } from './users.ts'

const rows = 700
const noFiles: FileStore = { write: async () => undefined, read: async () => undefined, remove: async () => undefined, ping: async () => undefined }

/** Every way to a page, on a list that is short enough to be compared row by row. */
const limits = { few: 20, sorted: 10, near: 30, step: 25, found: 2, met: 60, nearMet: 50, sample: 4000 }

let db: Database
let lists: LongLists
beforeAll(async () => {
  db = await openDatabase('memory')
  await seedDemo(db, noFiles, quickPasswords, rows, new Date(), undefined, 300)
  lists = new LongLists(db, limits)
})
afterAll(async () => {
  await lists.close()
  await db.destroy()
})

const people = (role: string) => sql`people where role = ${role}`
const clock = sql`to_timestamp(ride_time, 'HH12:MI AM')`
const orders = [
  ['drivers', pageOfDrivers, people('driver'), { full_name: sql`lower(full_name)`, createdAt: sql`"createdAt"`, is_driver_profile_approved: sql`is_driver_profile_approved`, reverify_status: sql`nullif(reverify_status, '')`, stripe_connect_id: sql`stripe_connect_id` }],
  ['users', pageOfUsers, people('user'), { full_name: sql`lower(full_name)`, createdAt: sql`"createdAt"`, phone: sql`phone`, email: sql`lower(email)` }],
  ['driver rides', pageOfDriverRides, sql`driver_rides where true`, { 'driver.full_name': sql`lower((select full_name from people where _id = "driverId"))`, 'source.address': sql`lower(source)`, 'destination.address': sql`lower(destination)`, createdAt: sql`"createdAt"`, ride_time: clock, amount: sql`amount`, passenger_capacity: sql`passenger_capacity` }],
  ['bookings', pageOfBookings, sql`bookings where true`, { 'user.full_name': sql`lower((select full_name from people where _id = "userId"))`, 'driver.full_name': sql`lower((select full_name from people where _id = "driverId"))`, 'ride.source.address': sql`(select lower(r.source) from driver_rides r where r._id = "rideId")`, 'ride.destination.address': sql`(select lower(r.destination) from driver_rides r where r._id = "rideId")`, createdAt: sql`"createdAt"`, 'ride.ride_time': clock, 'ride.amount': sql`amount`, status: sql`status` }],
] as const

const idsOf = (page: readonly { _id: string }[]) => page.map(({ _id }) => _id)
const plainly = async (from: ReturnType<typeof sql>, order: ReturnType<typeof sql>) =>
  idsOf((await sql<{ _id: string }>`select _id from ${from} order by ${order}`.execute(db)).rows)

type PageOf = (db: Database, lists: LongLists, query: ListQuery) => Promise<Page<{ _id: string }>>

async function everyPage(pageOf: PageOf, query: ListQuery, page_size = 43) {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { rows: some } = await pageOf(db, lists, { ...query, page, page_size })
    if (some.length === 0) return ids
    ids.push(...idsOf(some))
  }
}

describe.each(orders)('the order of %s', (_name, pageOf, from, columns) => {
  it.each(Object.entries<ReturnType<typeof sql>>(columns))('by %s is that of a plain order by, at every depth', async (key, value) => {
    for (const direction of ['asc', 'desc']) {
      const expected = await plainly(from, sql`${value} ${sql.raw(direction)} nulls last, _id ${sql.raw(direction)}`)
      const sort = direction === 'asc' ? key : `-${key}`
      expect(await everyPage(pageOf, { sort })).toEqual(expected)
      await lists.settled()
      expect(await everyPage(pageOf, { sort })).toEqual(expected)
    }
  })
})

it.each([
  ['drivers', pageOfDrivers, { verified: true }, sql`people where role = 'driver' and is_driver_profile_approved`, ['-full_name', 'reverify_status', '-createdAt']],
  ['drivers', pageOfDrivers, { verified: false, reverify_status: 'Pending' }, sql`people where role = 'driver' and not is_driver_profile_approved and reverify_status = 'Pending'`, ['full_name']],
  ['bookings', pageOfBookings, { status: 'Canceled' }, sql`bookings where status = 'Canceled'`, ['-driver.full_name', 'createdAt']],
  ['bookings', pageOfBookings, { date: new Date().toISOString().slice(0, 10) }, sql`bookings where ("createdAt" at time zone 'UTC')::date = (now() at time zone 'UTC')::date`, ['driver.full_name', '-createdAt']],
] as const)('keeps the order of %s under their filters', async (_name, pageOf, filters, from, sorts) => {
  for (const sort of sorts) {
    const key = sort.replace('-', '')
    const value = { full_name: sql`lower(full_name)`, 'driver.full_name': sql`lower("driverName")`, createdAt: sql`"createdAt"`, reverify_status: sql`nullif(reverify_status, '')` }[key] ?? sql`_id`
    const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
    const expected = await plainly(from, sql`${value} ${direction} nulls last, _id ${direction}`)
    for (let round = 0; round < 2; round++) {
      expect(await everyPage(pageOf, { ...filters, sort }, 13)).toEqual(expected)
      await lists.settled()
    }
  }
})

it.each([
  ['whose rides lie as all do', sql`(select _id from bookings order by md5(_id) limit 160)`],
  ['whose rides all lie at one end', sql`(select _id from bookings order by lower("driverName"), _id limit 160)`],
])('sorts a busy day %s, at every depth', async (_name, some) => {
  const date = '2001-02-03'
  await sql`update bookings set "createdAt" = ${date}::timestamptz + interval '1 hour' where _id in ${some}`.execute(db)
  const learned = new LongLists(db, { ...limits, few: 300 })
  try {
    await learned.tend([bookingList], (error) => expect.unreachable(String(error)))
    await learned.settled()
    const clockOrder = sql`to_timestamp(ride_time, 'HH12:MI AM')`
    for (const [key, value] of [['driver.full_name', sql`lower("driverName")`], ['ride.amount', sql`amount`], ['status', sql`status`], ['ride.ride_time', clockOrder]] as const) {
      for (const direction of ['asc', 'desc']) {
        const expected = await plainly(sql`bookings where "createdAt"::date = ${date}`, sql`${value} ${sql.raw(direction)} nulls last, _id ${sql.raw(direction)}`)
        const query = { date, sort: direction === 'asc' ? key : `-${key}` }
        expect(await everyPage((on, _lists, asked) => pageOfBookings(on, learned, asked), query, 7)).toEqual(expected)
      }
    }
  } finally {
    await learned.close()
    await sql`update bookings set "createdAt" = now() - interval '1 hour' * (('x' || substr(md5(_id), 1, 4))::bit(16)::int % 2000) where "createdAt"::date = ${date}`.execute(db)
  }
})

it('stays that order, with the right total, while rows come, change and go', async () => {
  const inDepth = { sort: 'full_name', page: 8, page_size: 40 }
  await pageOfDrivers(db, lists, inDepth)
  await lists.settled()
  const newcomers = Array.from({ length: 20 }, (_, n) => ({ _id: `newcomer-${n}`, role: 'driver' as const, full_name: `${n % 2 ? 'Aaron' : 'Zz'} ${n}`, createdAt: new Date() }))
  await Promise.all(newcomers.map((person) => db.insertInto('people').values(person).execute()))
  await db.deleteFrom('people').where('_id', 'in', ['newcomer-1', 'newcomer-4']).execute()
  await db.transaction().execute((tx) => changeDriver(tx, 'newcomer-3', { full_name: 'Zzz' }, 'newcomer-2'))
  await db.transaction().execute((tx) => tx.deleteFrom('people').where('_id', '=', 'newcomer-5').execute().then(() => Promise.reject(new Error('undone')))).catch(() => undefined)
  const expected = await plainly(people('driver'), sql`lower(full_name), _id`)
  const { rows: page, total } = await pageOfDrivers(db, lists, inDepth)
  expect(total).toBe(rows + 18)
  expect(idsOf(page)).toEqual(expected.slice(280, 320))
  await lists.refresh()
  expect(await everyPage(pageOfDrivers, { sort: 'full_name' })).toEqual(expected)
})

it('keeps what it remembers from growing old: for next to nothing when nothing changed, and right when something did', async () => {
  let statements = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const remembering = new LongLists(counted, limits)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const later = () => vi.setSystemTime(Date.now() + 5 * 60_000)
  try {
    for (const sort of ['full_name', '-email', 'phone']) await pageOfUsers(counted, remembering, { sort, page: 8, page_size: 43 })
    await remembering.settled()
    for (let round = 0; round < 4; round++) {
      later()
      await remembering.refresh()
    }
    const before = statements
    later()
    await remembering.refresh()
    expect(statements - before).toBeLessThan(8)
    const { numAffectedRows } = await sql`delete from people where _id in (select _id from people where role = 'user' and not exists (select from bookings where "userId" = people._id) limit 9)`.execute(db)
    expect(numAffectedRows).toBe(9n)
    later()
    await remembering.refresh()
    for (const [sort, value] of [['full_name', sql`lower(full_name)`], ['-email', sql`lower(email)`]] as const) {
      const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
      const ids = await everyPage((on, _lists, query) => pageOfUsers(on, remembering, query), { sort })
      expect(ids).toEqual(await plainly(sql`people where role = 'user'`, sql`${value} ${direction} nulls last, _id ${direction}`))
    }
  } finally {
    vi.useRealTimers()
    await remembering.close()
  }
})

it('is not led astray by changes that a restored dump of another database noted', async () => {
  await sql`insert into people_changes (sign, _id, role, full_name, "createdAt", is_driver_profile_approved, reverify_status, "searchText", xid)
    select 1, _id, role, full_name, "createdAt", is_driver_profile_approved, reverify_status, "searchText", '4000000000'::xid8 from people where role = 'user' limit 30`.execute(db)
  const restored = new LongLists(db, limits)
  await restored.tend([userList], () => undefined)
  const { rows: [real] } = await sql<{ many: number }>`select count(*)::int as many from people where role = 'user'`.execute(db)
  expect((await pageOfUsers(db, restored, {})).total).toBe(real?.many)
  await restored.close()
})

it('counts the rows of a status, a verification and a day without counting them again', async () => {
  const counted = async () => [
    (await pageOfBookings(db, lists, { status: 'Completed' })).total, (await pageOfBookings(db, lists, { status: 'Canceled' })).total,
    (await pageOfDrivers(db, lists, { verified: false })).total, (await pageOfBookings(db, lists, { date: new Date().toISOString().slice(0, 10) })).total,
  ]
  const first = await counted()
  const { rows: [booking] } = await pageOfBookings(db, lists, { status: 'Completed' })
  const { rows: [driver] } = await pageOfDrivers(db, lists, { verified: false })
  await db.transaction().execute((tx) => setBookingStatus(tx, booking?._id ?? '', 'Canceled', driver?._id ?? ''))
  await db.transaction().execute((tx) => changeDriver(tx, driver?._id ?? '', { is_driver_profile_approved: true }, driver?._id ?? ''))
  const [completed = 0, canceled = 0, unverified = 0, today] = first
  expect(await counted()).toEqual([completed - 1, canceled + 1, unverified - 1, today])
})

it.each(['a', 'an', 'son', 'zq', 'example', '5', "o'", '%', 'ÉE', 'zimmerman-'])('finds "%s", common or rare, in any order and depth', async (q) => {
  for (const sort of ['full_name', '-createdAt', 'phone']) {
    const value = { full_name: sql`lower(full_name), _id`, '-createdAt': sql`"createdAt" desc, _id desc`, phone: sql`phone nulls last, _id` }[sort] ?? sql`_id`
    const expected = await plainly(sql`people where role = 'user' and strpos("searchText", lower(${q})) > 0`, value)
    expect(await everyPage(pageOfUsers, { q, sort })).toEqual(expected)
    await lists.settled()
    expect(await everyPage(pageOfUsers, { q, sort })).toEqual(expected)
    expect(await pageOfUsers(db, lists, { q, sort })).toMatchObject({ total: expected.length, estimated: false })
  }
})

it('has copies of names and places that follow their rows', async () => {
  const { rows: [ride] } = await pageOfDriverRides(db, lists, { sort: 'createdAt' })
  const booked = await db.selectFrom('bookings').select(['_id', 'driverId']).executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => changeDriver(tx, booked.driverId, { full_name: 'Quite Anew' }, booked.driverId))
  await db.updateTable('driver_rides').set({ source: 'Elsewhere' }).where('_id', '=', ride?._id ?? '').execute()
  expect((await pageOfBookings(db, lists, { q: 'quite anew' })).rows.map(({ driverName }) => driverName)).toContain('Quite Anew')
  expect((await pageOfDriverRides(db, lists, { q: 'elsewhere' })).rows.map(({ _id }) => _id)).toEqual([ride?._id])
  const { rows: wrong } = await sql`select bookings._id from bookings join people rider on rider._id = "userId" join people driver on driver._id = bookings."driverId"
    join driver_rides ride on ride._id = "rideId" where (bookings."userName", bookings."driverName", bookings.source, bookings.destination) is distinct from (rider.full_name, driver.full_name, ride.source, ride.destination)`.execute(db)
  expect(wrong).toEqual([])
})

it.each([{}, { q: 'a' }, { q: 'jo' }, { date: new Date().toISOString().slice(0, 10) }, { sort: 'amount' }])('gives out all that a query keeps, in its order (%j)', async (query) => {
  const ids: string[] = []
  for await (const batch of driverRidesInBatches(db, lists, query)) ids.push(...idsOf(batch))
  expect(ids).toEqual(await everyPage(pageOfDriverRides, query))
  expect(new Set(ids).size).toBe(ids.length)
})

it('gives out one status and one verification', async () => {
  for await (const batch of bookingsInBatches(db, lists, { status: 'Canceled' })) expect(new Set(batch.map(({ status }) => status))).toEqual(new Set(['Canceled']))
  for await (const batch of driversInBatches(db, lists, { verified: true })) expect(batch.every((driver) => driver.is_driver_profile_approved)).toBe(true)
})

it('learns the orders of a list anew when what it remembers of them has grown too old', async () => {
  let walked = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('row_number()')) walked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const remembering = new LongLists(counted, limits)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    await remembering.tend([userList], (error) => expect.unreachable(String(error)))
    await remembering.settled()
    const once = walked
    const orders = 2 * Object.keys(userList.sort).length
    expect(once).toBeGreaterThanOrEqual(orders)
    vi.setSystemTime(Date.now() + 9 * 60_000)
    await remembering.refresh()
    await remembering.settled()
    expect(walked - once).toBeGreaterThanOrEqual(orders)
  } finally {
    vi.useRealTimers()
    await remembering.close()
  }
})
