import { sql, type RawBuilder } from 'kysely'
import { fold } from '@interline/shared/contract'
import type { Tx } from '../database/tables.ts'
import { firstNames, lastNames, mailHosts, plainName } from './data/names.ts'
import { cars, type DemoPerson } from './people.ts'
import { addressesOf, cities, nearTo, streets, type City } from './data/places.ts'
import { withoutIndexes } from '../database/without-indexes.ts'

/** How far a long work is, in parts of one. */
export type Progress = (done: number) => void

type Many = { rows: number; now: Date; passwordHash: string; samples: DemoPerson[]; progress: Progress }

const chunk = 20_000
/** The cost of building one index, in rows inserted. */
const indexCost = 0.12
const secondsOfDay = 86_400

/**
 * Adds `rows` drivers, users, rides and bookings that the database makes up itself: the same for the same number and
 * moment.
 */
export async function seedMany(tx: Tx, { rows, now, passwordHash, samples, progress }: Many): Promise<void> {
  await sql`select setseed(0.2024)`.execute(tx)
  for (const setting of [`maintenance_work_mem = '256MB'`, 'enable_hashjoin = off', 'enable_mergejoin = off'])
    await sql.raw(`set local ${setting}`).execute(tx)
  for (const kind of ['drivers', 'users'])
    await sql
      .raw(
        `create temp table demo_${kind} (k integer primary key, _id text, full_name text, name_key text, city integer) on commit drop`,
      )
      .execute(tx)
  await sql.raw('create temp table demo_rides (k integer primary key, _id text) on commit drop').execute(tx)
  const inserts = [
    insertDrivers(passwordHash, samples),
    insertUsers(passwordHash, samples),
    insertRides,
    insertBookings,
  ]
  let done = 0
  const all = (indexes: number) => rows * (inserts.length + indexes * indexCost)
  await withoutIndexes(
    tx,
    ['people', 'driver_rides', 'bookings'],
    async (indexes) => {
      for (const insert of inserts) {
        for (let from = 1; from <= rows; from += chunk) {
          const to = Math.min(rows, from + chunk - 1)
          await insert(moments(from, to, rows, now), now).execute(tx)
          done += to - from + 1
          progress(done / all(indexes))
        }
      }
    },
    (indexes) => progress((done += rows * indexCost) / all(indexes)),
  )
  // No trigger ran for these rows.
  await sql`select rebuild_activity()`.execute(tx)
  // The ids of these rows come in no order, and half of each page of their keys stays empty; ids in use only grow.
  for (const table of ['people', 'driver_rides', 'bookings'])
    await sql`reindex index ${sql.ref(`${table}_pkey`)}`.execute(tx)
}

const ago = (now: Date, days: number) =>
  sql`${new Date(now.getTime() - days * secondsOfDay * 1000).toISOString()}::timestamptz`

/** Rows `from` to `to` of all, each with its moment: as `momentsBack`, oldest first. */
function moments(from: number, to: number, rows: number, now: Date): RawBuilder<unknown> {
  const today = Math.round(rows / 40)
  const sinceMidnight = (now.getTime() - new Date(now).setHours(0, 0, 0, 0)) / 1000
  const span = Math.min(secondsOfDay / 6, sinceMidnight)
  return sql`(select n, date_trunc('milliseconds', ${now.toISOString()}::timestamptz - make_interval(secs => case
      when n > ${rows - today}::int then (${rows}::int - n + random()) / ${Math.max(1, today)}::int * ${span}::float8
      else ${secondsOfDay}::int * (1 + power((${rows - today}::int - n + random()) / ${Math.max(1, rows - today)}::int, 1.3) * 119) end)) as at
    from generate_series(${from}::int, ${to}::int) n)`
}

const texts = (values: readonly (string | null)[]) => sql`(${[...values]}::text[])`
const numbers = (values: readonly number[]) => sql.raw(`'{${values.join(',')}}'::int[]`)
/** One of a list, at a draw between 0 and 1. */
const pick = (list: readonly (string | null)[], draw: RawBuilder<unknown>) =>
  sql`${texts(list)}[1 + floor(${draw} * ${sql.lit(list.length)})::int]`
const draws = (count: number) => sql.raw(Array.from({ length: count }, (_, n) => `random() as r${n}`).join(', '))
const draw = (n: number) => sql.raw(`r${n}`)
const idOf = (kind: string) =>
  sql`lpad(to_hex(floor(extract(epoch from at))::bigint), 8, '0') || substr(md5(${sql.lit(kind)} || n), 1, 16)`
const digits = (n: number, width: number) =>
  sql`lpad(floor(${draw(n)} * ${sql.lit(10 ** width)})::bigint::text, ${sql.lit(width)}, '0')`
const cityDraw = sql`floor(random() * ${sql.lit(cities.length)})::int as c`
const cityLine = ({ name, state, zip }: City) => `${name}, ${state} ${zip}`
const ofCity = (values: readonly string[]) => sql`${texts(values)}[1 + c]`

/** As a text is written, or folded: SQL does not fold. */
type Write = (text: string) => string
const asWritten: Write = (text) => text
const drawnName = (write: Write) => sql`${pick(firstNames.map(write), draw(1))}
  || case when r3 < 0.12 then ' ' || chr(65 + floor(r3 * 200)::int) || '.' else '' end || ' ' || ${pick(lastNames.map(write), draw(2))}
  || case when r4 < 0.06 then '-' || ${pick(lastNames.map(write), sql`(r4 / 0.06)`)} else '' end`

/** Names, telephone numbers and addresses: what drivers and users have in common. */
const persons = (kind: string, from: RawBuilder<unknown>, odd: number) => sql`
  select *, ${idOf(kind)} as _id, regexp_replace(phone, '[^0-9]', '', 'g') as phone_key
  from (select *,
    ${drawnName(asWritten)} as full_name, ${drawnName(fold)} as folded,
    ${pick(firstNames.map(plainName), draw(1))} || ${pick(['.', '_', ''], draw(5))} || ${pick(lastNames.map(plainName), draw(2))} || (2 * n + ${sql.lit(100_000 + odd)}) || '@' || ${pick(mailHosts, draw(6))} as email,
    case when r7 < 0.96 then '+1 (' || ${ofCity(cities.map(({ areaCode }) => areaCode))} || ') 555-01' || ${digits(8, 2)} end as phone,
    case when r9 < 0.9 then ${homeAddress(10, 11)} end as address
  from (select *, ${cityDraw}, ${draws(26)} from ${from} at_moment) drawn) person`

/** The columns of `personKeys`; but for names all is made of letters without accents. */
const keysOf = (licence: RawBuilder<unknown>) => sql`
  folded || e'\n' || full_name, upper(email), ${licence}, phone_key, concat_ws(e'\n', folded, phone, upper(email), ${licence}, phone_key)`

const homeAddress = (number: number, street: number) =>
  sql`(12 + floor(${draw(number)} * 9878)::int) || ' ' || ${pick(streets, draw(street))} || ', ' || ${ofCity(cities.map(cityLine))}`

const documentsOf = (
  samples: DemoPerson[],
  name: 'driving_licence' | 'car_document' | 'car_insurance' | 'state_id',
) => {
  const keys = samples.flatMap((person) => person[name] ?? [])
  return keys.length > 0 ? keys : [null]
}

const licence = sql`case when r15 < 0.94 then ${digits(16, 8)} end`

const insertDrivers = (passwordHash: string, samples: DemoPerson[]) => (from: RawBuilder<unknown>, now: Date) => sql`
  with made as materialized (select *, case when at < ${ago(now, 5)} then r12 < 0.8 else r12 < 0.2 end as approved
    from (${persons('driver', from, 0)}) person),
  inserted as (insert into demo_drivers select n, _id, full_name, folded || e'\n' || full_name, c from made)
  insert into people (_id, role, full_name, email, phone, "passwordHash", "createdAt", platform, address, car_name, driving_licence_number,
    driving_licence, car_document, car_insurance, state_id, stripe_connect_id, is_driver_profile_approved, reverify_status,
    "nameKey", "emailKey", licence_key, phone_key, "searchText")
  select _id, 'driver', full_name, email, phone, ${passwordHash}, at, case when r13 < 0.67 then 'android' else 'ios' end, address,
    case when r14 < 0.95 then ${pick(cars, sql`(r14 / 0.95)`)} end, ${licence},
    case when r15 < 0.9 then ${pick(documentsOf(samples, 'driving_licence'), draw(17))} end,
    case when r14 < 0.88 then ${pick(documentsOf(samples, 'car_document'), draw(17))} end,
    case when r14 < 0.85 then ${pick(documentsOf(samples, 'car_insurance'), draw(17))} end,
    case when r18 < 0.85 then ${pick(documentsOf(samples, 'state_id'), draw(19))} end,
    case when approved and r20 < 0.75 then 'acct_1' || upper(substr(md5('connect' || n), 1, 15)) end, approved,
    case when r21 < 0.16 then 'Pending' when approved and r22 < 0.3 then 'Approved' else '' end, ${keysOf(licence)}
  from made`

const insertUsers = (passwordHash: string, samples: DemoPerson[]) => (from: RawBuilder<unknown>) => sql`
  with made as materialized (${persons('user', from, 1)}),
  inserted as (insert into demo_users select n, _id, full_name, folded || e'\n' || full_name, c from made)
  insert into people (_id, role, full_name, email, phone, "passwordHash", "createdAt", platform, address, state_id, "nameKey", "emailKey", licence_key, phone_key, "searchText")
  select _id, 'user', full_name, email, phone, ${passwordHash}, at, case when r13 < 0.33 then 'android' else 'ios' end, address,
    case when r18 < 0.7 then ${pick(documentsOf(samples, 'state_id'), draw(19))} end, ${keysOf(sql`null::text`)}
  from made`

const spots = cities.map(addressesOf)
const near = cities.map(nearTo)
const startsOf = (lists: readonly (readonly unknown[])[]) =>
  numbers(lists.map((_, at) => lists.slice(0, at).reduce((sum, list) => sum + list.length, 0)))
const sizesOf = (lists: readonly (readonly unknown[])[]) => numbers(lists.map(({ length }) => length))
/** One of the entries that a city has in a flat list of all cities' entries. */
const entryIndex = (lists: readonly (readonly unknown[])[], city: RawBuilder<unknown>, n: number) =>
  sql`(${startsOf(lists)})[1 + ${city}] + floor(${draw(n)} * (${sizesOf(lists)})[1 + ${city}])::int`
const addressIn = (write: Write, city: RawBuilder<unknown>, kind: number, spot: number, number: number) => sql`
  case when ${draw(kind)} < 0.4 then ${texts(spots.flat().map(write))}[1 + ${entryIndex(spots, city, spot)}]
  else (12 + floor(${draw(number)} * 9878)::int) || ' ' || ${pick(streets.map(write), draw(spot))} || ', '
    || ${texts(cities.map(cityLine).map(write))}[1 + ${city}] end`

const insertRides = (from: RawBuilder<unknown>) => sql`
  with drawn as materialized (select *, 1 + floor(random() * (n - 1))::int as k, ${draws(12)} from ${from} at_moment),
  routed as (select drawn.*, driver._id as "driverId", driver.full_name as "driverName", driver.name_key as "driverKey", driver.city as c, ${entryIndex(near, sql`driver.city`, 1)} as route
    from drawn join demo_drivers driver on driver.k = drawn.k),
  made as materialized (select *, ${idOf('ride')} as _id, (${numbers(near.flatMap((list) => list.map(({ to }) => to)))})[1 + route] as to_city,
    (${numbers(near.flatMap((list) => list.map(({ far }) => Math.round(far))))})[1 + route] as far, 5 + floor(r7 * 17)::int as hour from routed),
  inserted as (insert into demo_rides select n, _id from made)
  insert into driver_rides (_id, "driverId", "driverName", "driverKey", source, "sourceKey", destination, "destinationKey", "createdAt", ride_time, amount, passenger_capacity)
  select _id, "driverId", "driverName", "driverKey", ${addressIn(asWritten, sql`c`, 2, 3, 4)}, ${addressIn(fold, sql`c`, 2, 3, 4)},
    ${addressIn(asWritten, sql`to_city`, 5, 6, 10)}, ${addressIn(fold, sql`to_city`, 5, 6, 10)}, at,
    lpad(case when hour % 12 = 0 then '12' else (hour % 12)::text end, 2, '0') || ':' || (array['00', '15', '30', '45'])[1 + floor(r8 * 4)::int] || case when hour < 12 then ' AM' else ' PM' end,
    greatest(9, round(far * (0.11 + r9 * 0.07))::int) * 100 + (array[0, 0, 0, 50, 99])[1 + floor(r11 * 5)::int],
    (array[1, 2, 3, 3, 4, 4, 6])[1 + floor(r0 * 7)::int]
  from made`

const insertBookings = (from: RawBuilder<unknown>, now: Date) => sql`
  with drawn as materialized (select *, 1 + floor(random() * (n - 1))::int as k, 1 + floor(random() * (n - 1))::int as u, 1 + floor(random() * 7)::int as s from ${from} at_moment)
  insert into bookings (_id, "userId", "userName", "userKey", "driverId", "driverName", "driverKey", "rideId", source, "sourceKey", destination, "destinationKey", ride_time, amount, "createdAt", status)
  select ${idOf('booking')}, rider._id, rider.full_name, rider.name_key, ride."driverId", ride."driverName", ride."driverKey", ride._id, ride.source,
    ride."sourceKey", ride.destination, ride."destinationKey", ride.ride_time, ride.amount, at,
    case when at < ${ago(now, 3)} then (array['Completed', 'Completed', 'Completed', 'Completed', 'Canceled', 'Rejected', 'Accepted'])[s]
    else (array['Pending', 'Pending', 'Accepted', 'Accepted', 'Started', 'Completed', 'Canceled'])[s] end
  from drawn join demo_users rider on rider.k = drawn.u join demo_rides made on made.k = drawn.k join driver_rides ride on ride._id = made._id`
