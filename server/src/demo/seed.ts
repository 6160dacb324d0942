import { sql } from 'kysely'
import type { Passwords } from '../auth/password.ts'
import { personKeys } from '../database/search-keys.ts'
import type { Database } from '../database/tables.ts'
import type { FileStore } from '../storage/file-store.ts'
import { demoCannedReplies } from './chats/canned-replies.ts'
import { demoChats, demoConversation } from './chats/chats.ts'
import { demoDocuments, writeDocuments } from './documents.ts'
import { insertAll } from './insert-all.ts'
import { demoNotifications } from './notifications.ts'
import { demoNotes } from './notes.ts'
import { demoDrivers, demoUsers, type DemoPerson } from './people.ts'
import { demoReviews } from './reviews.ts'
import { createRandom } from './data/random.ts'
import { seedMany, type Progress } from './seed-many.ts'
import { demoBookings, demoRides } from './trips.ts'

/** The password of everybody in the demo, administrators, drivers and users. */
const demoPassword = 'interline-demo'

/** So many rows are made here, one by one; the database makes up those beyond. */
const ownRows = 10_000

const seedLock = 20_240_501

const listed = ['people', 'driver_rides', 'bookings'] as const

/** One of each role. */
const administrators = [
  { _id: '65a1b2c30000000000000001', full_name: 'Maya Lindqvist', email: 'admin@interline.test', admin_role: 'owner' },
  { _id: '65a1b2c30000000000000002', full_name: 'Theo Marchetti', email: 'theo@interline.test', admin_role: 'admin' },
  { _id: '65a1b2c30000000000000003', full_name: 'Ines Duarte', email: 'ines@interline.test', admin_role: 'support' },
  { _id: '65a1b2c30000000000000004', full_name: 'Jonas Weber', email: 'jonas@interline.test', admin_role: 'viewer' },
] as const
/** The people who have written messages in the demo. */
const writers = administrators.slice(0, 2)

/**
 * Fills an empty database with `wanted` drivers, users, rides and bookings: the same for the same number and moment.
 * One of several nodes that start at once does it.
 */
export async function seedDemo(
  db: Database,
  files: FileStore,
  passwords: Passwords,
  wanted: number,
  now = new Date(),
  progress: Progress = () => undefined,
  most = ownRows,
): Promise<void> {
  const rows = Math.min(wanted, most)
  const random = createRandom(20_240_501)
  const passwordHash = await passwords.hash(demoPassword)
  const drivers = demoDrivers(random, rows, now, passwordHash)
  const users = demoUsers(random, rows, now, passwordHash)
  const rides = rows > 0 ? demoRides(random, rows, now, drivers) : []
  const bookings = rows > 0 ? demoBookings(random, rows, now, users, rides) : []
  const chats = demoChats(
    random,
    now,
    drivers,
    users,
    writers.map(({ _id }) => _id),
  )
  const notifications = demoNotifications(random, now, { drivers, users, bookings, chats })
  const notes = demoNotes(
    random,
    now,
    { driver: drivers, user: users, booking: bookings },
    writers.map(({ _id }) => _id),
  )
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
    if (!(await isEmpty(tx))) return
    const contents = demoDocuments(random, drivers, users)
    const { reviews, documents } = demoReviews(drivers, now, administrators[1]._id, contents)
    await writeDocuments(files, contents, [...drivers, ...users])
    const createdAt = new Date(now.getTime() - 400 * 86_400_000)
    await insertAll(
      tx,
      'people',
      administrators.map((person) => ({ ...person, ...personKeys(person), role: 'admin', passwordHash, createdAt })),
    )
    await insertAll(
      tx,
      'people',
      drivers.map(({ city: _city, ...driver }: DemoPerson) => ({ ...driver, ...personKeys(driver) })),
    )
    await insertAll(
      tx,
      'people',
      users.map(({ city: _city, ...user }: DemoPerson) => ({ ...user, ...personKeys(user) })),
    )
    await insertAll(tx, 'driver_reviews', reviews)
    await insertAll(tx, 'documents', documents)
    await insertAll(tx, 'driver_rides', rides)
    await insertAll(tx, 'bookings', bookings)
    await insertAll(tx, 'conversations', chats.map(demoConversation))
    await insertAll(
      tx,
      'messages',
      chats.flatMap(({ messages }) => messages),
    )
    await insertAll(tx, 'notifications', notifications)
    await insertAll(tx, 'canned_replies', demoCannedReplies(random, createdAt, administrators))
    await insertAll(tx, 'notes', notes)
    if (wanted > rows) await seedMany(tx, { rows: wanted - rows, now, passwordHash, samples: drivers, progress })
  })
  // The planner's statistics and the visibility map: the embedded database has no autovacuum that updates them.
  if (wanted > rows) for (const table of listed) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}

export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('people').select('_id').limit(1).executeTakeFirst()) === undefined
}

/** Whether these are the demo's people, whatever became of them since. */
export async function isDemo(db: Database): Promise<boolean> {
  return (
    (await db
      .selectFrom('people')
      .select('_id')
      .where(
        '_id',
        'in',
        administrators.map(({ _id }) => _id),
      )
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}
