import { sql, type QueryResult, type RootOperationNode, type UnknownRow } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { seedDemo } from '../demo/seed.ts'
import type { FileStore } from '../storage/file-store.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { pageOfBookings } from './bookings.ts'
import { driverRidesInBatches, pageOfDriverRides } from './driver-rides.ts'
import { LongLists } from './long-lists.ts'
import { pageOfUsers } from './users.ts'

const noFiles: FileStore = { write: async () => undefined, read: async () => undefined, remove: async () => undefined, ping: async () => undefined }
const limits = { few: 20, sorted: 10, near: 30, step: 10, found: 2, met: 60, nearMet: 50, sample: 4000 }

/** What went to the database: of a piece of a walk its needle. */
const asked: { piece?: string }[] = []
let db: Database
let lists: LongLists
beforeAll(async () => {
  const plain = await openDatabase('memory')
  await seedDemo(plain, noFiles, quickPasswords, 700, new Date(), undefined, 300)
  db = plain.withPlugin({
    transformQuery: ({ node }): RootOperationNode => {
      const text = JSON.stringify(node)
      asked.push(text.includes('its_group') ? { piece: /"value":"([a-z]+)"/.exec(text)?.[1] ?? '' } : {})
      return node
    },
    transformResult: async ({ result }): Promise<QueryResult<UnknownRow>> => result,
  })
  lists = new LongLists(db, limits)
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await lists.close()
  await db.destroy()
})

const piecesOf = (some: typeof asked) => some.filter(({ piece }) => piece !== undefined).length

it('counts a needle in pieces, none of which begins while somebody waits', async () => {
  const first = await pageOfUsers(db, lists, { q: 'e' })
  expect(first).toMatchObject({ estimated: true })
  await vi.waitFor(() => expect(piecesOf(asked)).toBeGreaterThan(1), { interval: 1 })
  const from = asked.length
  await pageOfUsers(db, lists, { sort: 'full_name', page: 9 })
  // One may have been under way.
  expect(piecesOf(asked.slice(from))).toBeLessThanOrEqual(1)
  await lists.settled()
  expect(await pageOfUsers(db, lists, { q: 'e' })).toMatchObject({ estimated: false })
})

it('stops counting when nobody asks any more, and goes on from there when somebody does', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  await pageOfUsers(db, lists, { q: 'o' })
  await vi.waitFor(() => expect(piecesOf(asked)).toBeGreaterThan(0), { interval: 1 })
  asked.length = 0
  vi.setSystemTime(Date.now() + 15_000)
  await lists.settled()
  expect(piecesOf(asked)).toBeLessThanOrEqual(1)
  expect(await pageOfUsers(db, lists, { q: 'o' })).toMatchObject({ estimated: true })
  await lists.settled()
  const { rows: [counted] } = await sql<{ many: number }>`select count(*)::int as many from people where role = 'user' and strpos("searchText", 'o') > 0`.execute(db)
  expect(await pageOfUsers(db, lists, { q: 'o' })).toMatchObject({ total: counted?.many, estimated: false })
})

it('counts what is asked last first', async () => {
  for (const q of ['i', 'in', 'n']) await pageOfUsers(db, lists, { q })
  asked.length = 0
  await lists.settled()
  // One may have been under way.
  const [next, ...rest] = asked.flatMap(({ piece }) => piece ?? []).slice(1)
  expect(next).toBe('n')
  expect(rest.lastIndexOf('n')).toBeLessThan(rest.indexOf('in'))
  expect(rest.lastIndexOf('in')).toBeLessThan(rest.lastIndexOf('i'))
})

it('stores the longest texts and finds what stands at their end, in any order', async () => {
  const rare = (count: number) => Array.from({ length: count }, () => String.fromCodePoint(0x20000 + Math.floor(Math.random() * 40_000))).join('')
  const [driverId, userId] = ['long-driver', 'long-user']
  await db.insertInto('people').values([
    { _id: driverId, role: 'driver', full_name: `${rare(197)}ýþ`, createdAt: new Date() },
    { _id: userId, role: 'user', full_name: rare(200), createdAt: new Date() },
  ]).execute()
  const rides = Array.from({ length: 40 }, (_, n) => `long-ride-${`${n}`.padStart(14, '0')}`)
  await db.insertInto('driver_rides').values(rides.map((_id) => ({ _id, driverId, source: rare(300), destination: rare(300), createdAt: new Date(), ride_time: '09:30 AM', amount: 1, passenger_capacity: 1 }))).execute()
  await db.insertInto('bookings').values(rides.map((rideId) => ({ _id: rideId.replace('ride', 'seat'), userId, driverId, rideId, createdAt: new Date(), status: 'Completed' as const }))).execute()
  for (const sort of ['createdAt', '-amount', 'source.address']) {
    expect(await pageOfDriverRides(db, lists, { q: 'Ýþ', sort })).toMatchObject({ total: 40, estimated: false, rows: rides.map(() => ({ driverId })) })
  }
  for (const sort of ['createdAt', 'driver.full_name', '-ride.source.address']) {
    expect((await pageOfBookings(db, lists, { q: 'ýþ', sort, status: 'Completed', page: 2, page_size: 30 })).rows).toHaveLength(10)
    expect((await pageOfBookings(db, lists, { q: 'ýþ', sort, status: 'Canceled' })).rows).toEqual([])
  }
  const found: string[] = []
  for await (const some of driverRidesInBatches(db, lists, { q: 'ýþ', sort: '-createdAt' })) found.push(...some.map(({ _id }) => _id))
  expect(found.sort()).toEqual(rides)
})
