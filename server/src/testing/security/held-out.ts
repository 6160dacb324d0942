import type { Database } from '../../database/tables.ts'
import type { Known } from './from-schema.ts'

const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)

/** The people with a higher id than half of their role, and all that belongs to them, are named in no input. */
async function split(db: Database, role: 'driver' | 'user') {
  const ids = idsOf(await db.selectFrom('people').select('_id').where('role', '=', role).orderBy('_id').execute())
  const demo = ids.slice(0, 40)
  return { named: demo.slice(0, 20), heldOut: demo.slice(20) }
}

/** Values of existing records, by the names of the fields that ask for them. */
export async function readKnown(db: Database): Promise<Known> {
  const [drivers, users] = [await split(db, 'driver'), await split(db, 'user')]
  const rides = idsOf(
    await db.selectFrom('driver_rides').select('_id').where('driverId', 'in', drivers.named).execute(),
  )
  const bookings = idsOf(
    await db
      .selectFrom('bookings')
      .select('_id')
      .where('driverId', 'in', drivers.named)
      .where('userId', 'in', users.named)
      .execute(),
  )
  const admins = idsOf(await db.selectFrom('people').select('_id').where('role', '=', 'admin').execute())
  const people = [...drivers.named, ...users.named, ...admins]
  return {
    _id: [...drivers.named, ...bookings],
    id: people,
    driver_id: drivers.named,
    ride_id: rides,
    sender_id: people,
    receiver_id: people,
    tz: ['UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/New_York'],
    sort: ['full_name', '-createdAt', 'amount', '-ride.amount', 'status', 'phone'],
    page: ['last', 1, 2, 100, 200],
    verified: ['true', 'false', '1', 'yes'],
    email: ['admin@interline.test'],
    password: ['interline-demo', 'a good password'],
  }
}

/** All that is stored of the records that no input names, as text. */
export async function readHeldOut(db: Database): Promise<string> {
  const [drivers, users] = [await split(db, 'driver'), await split(db, 'user')]
  const people = [...drivers.heldOut, ...users.heldOut]
  return JSON.stringify({
    people: await db.selectFrom('people').selectAll().where('_id', 'in', people).orderBy('_id').execute(),
    rides: await db
      .selectFrom('driver_rides')
      .selectAll()
      .where('driverId', 'in', drivers.heldOut)
      .orderBy('_id')
      .execute(),
    bookings: await db
      .selectFrom('bookings')
      .selectAll()
      .where('driverId', 'in', drivers.heldOut)
      .where('userId', 'in', users.heldOut)
      .orderBy('_id')
      .execute(),
    messages: await db.selectFrom('messages').selectAll().where('partyId', 'in', people).orderBy('_id').execute(),
  })
}
