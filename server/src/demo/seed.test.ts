import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookingStatuses } from '@interline/shared/contract'
import { openDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import type { FileStore } from '../storage/file-store.ts'
import { checkDocument } from '../storage/checks/check-document.ts'
import { emptyDatabase } from '../testing/database/empty-database.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { readAttention } from '../repositories/dashboard/attention.ts'
import { findDuplicates } from '../repositories/driver-reviews/duplicates.ts'
import { findDriver } from '../repositories/drivers.ts'
import { seedDemo } from './seed.ts'

const now = new Date('2024-05-01T15:00:00Z')

let db: Database
beforeAll(async () => void (db = await openDatabase({ snapshot: await emptyDatabase() })))
afterAll(() => db.destroy())

/** Seeds the database, which is emptied first, and reads it. */
async function seeded(rows: number, at = now) {
  await sql`truncate people, conversations, notifications restart identity cascade`.execute(db)
  const files = new Map<string, Buffer>()
  const store: FileStore = {
    write: async (key, content) => void files.set(key, Buffer.isBuffer(content) ? content : expect.unreachable()),
    read: async () => undefined,
    remove: async () => undefined,
    ping: async () => undefined,
  }
  await seedDemo(db, store, quickPasswords, rows, at)
  const people = await db.selectFrom('people').selectAll().orderBy('_id').execute()
  return {
    files,
    people,
    rides: await db.selectFrom('driver_rides').selectAll().orderBy('_id').execute(),
    bookings: await db.selectFrom('bookings').selectAll().orderBy('_id').execute(),
    messages: await db.selectFrom('messages').selectAll().orderBy('_id').execute(),
  }
}

it('is the same for the same number and moment', async () => {
  const plain = ({ people, rides, bookings, messages }: Awaited<ReturnType<typeof seeded>>) =>
    JSON.stringify([people.map(({ passwordHash: _salted, ...person }) => person), rides, bookings, messages])
  expect(plain(await seeded(25))).toBe(plain(await seeded(25)))
})

it('has every status and state, empty fields, unread chats and documents that are what they say', async () => {
  const { people, bookings, rides, messages, files } = await seeded(200)
  const drivers = people.filter(({ role }) => role === 'driver')
  expect([drivers.length, people.filter(({ role }) => role === 'user').length, rides.length, bookings.length]).toEqual([
    200, 200, 200, 200,
  ])
  expect(new Set(bookings.map(({ status }) => status))).toEqual(new Set(bookingStatuses))
  expect(new Set(drivers.map(({ reverify_status }) => reverify_status))).toEqual(new Set(['', 'Pending', 'Approved']))
  for (const name of ['phone', 'car_name', 'address', 'driving_licence', 'state_id', 'stripe_connect_id'] as const) {
    const empty = drivers.filter((driver) => driver[name] === null).length
    expect(empty, name).toBeGreaterThan(0)
    expect(empty, name).toBeLessThan(200)
  }
  expect(people.filter(({ createdAt }) => createdAt > now)).toEqual([])
  expect(messages.some(({ sender_id, partyId, seen_at }) => sender_id === partyId && seen_at === null)).toBe(true)
  for (const [key, content] of [...files].slice(0, 12))
    expect(key.endsWith(`.${await checkDocument(content)}`), key).toBe(true)
  expect(drivers.flatMap((driver) => driver.driving_licence ?? []).filter((key) => !files.has(key))).toEqual([])
  const named = await db.selectFrom('documents').select('key').where('name', 'is not', null).execute()
  expect(
    drivers.flatMap(({ car_document }) => car_document ?? []).filter((key) => !named.some((one) => one.key === key)),
  ).toEqual([])
})

it('has some of everything that a day in the office has to deal with', async () => {
  const today = new Date()
  const { people } = await seeded(200, today)
  const waiting = await readAttention(db, 'UTC', today)
  for (const [what, { count }] of Object.entries(waiting)) expect(count, what).toBeGreaterThan(2)
  // Conversations that are over do not wait.
  expect(waiting.chats.count).toBeLessThan(40)
  expect(people.filter(({ rejectedAt }) => rejectedAt !== null).length).toBeGreaterThan(2)
  const expired = await sql<{ n: number }>`select count(*)::int as n from documents
    where "expiresOn" < ${today.toISOString().slice(0, 10)}::date`.execute(db)
  expect(expired.rows[0]?.n).toBeGreaterThan(0)
  const drivers = await Promise.all(
    people.filter(({ role }) => role === 'driver').map(({ _id }) => findDriver(db, _id)),
  )
  const duplicates = await Promise.all(drivers.map(async (driver) => (driver ? findDuplicates(db, driver) : [])))
  expect(new Set(duplicates.flat().map(({ field }) => field))).toEqual(
    new Set(['phone', 'driving_licence_number', 'car_insurance']),
  )
})

it('is nobody but the administrators when no rows are wanted', async () => {
  const { people, rides } = await seeded(0)
  expect([people.map(({ admin_role }) => admin_role), rides]).toEqual([['owner', 'admin', 'support', 'viewer'], []])
})
