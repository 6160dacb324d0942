import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabases, migrate } from '../../open.ts'

/** The same addresses as 027 read them, and some that are written in no usual way. */
const addresses = [
  '200 Congress Ave, Austin, TX 78701',
  '1 Campus Martius, Detroit, MI',
  '12 Main St, Apt 4, San Diego, CA 92101',
  '12 Main St,  Reno,  NV 89501',
  'Suite 5, 12 Main St, St. Paul, MN-55101',
  '12 Main St, Reno, NVX 1',
  '12 Main St, 5th Ward, Houston, TX 77002',
  '12 Main St, reno, nv',
  'Reno, NV',
  'nowhere',
  '',
]

it('names the conversations of before and those after, and reads the same cities', async () => {
  const { db, close } = await openDatabases('memory', undefined, { asItIs: true })
  await migrate(db, '035-muted-notifications')
  const citiesOf = async () =>
    (await sql<{ city: string }>`select city_of(given) as city from unnest(${addresses}::text[]) given`.execute(db))
      .rows
  const before = await citiesOf()
  await sql`insert into people (_id, role, full_name, "createdAt") values
    ('d', 'driver', 'Jane Löw', now()), ('u', 'user', 'Pat', now())`.execute(db)
  await sql`insert into conversations ("partyId") values ('d')`.execute(db)
  await migrate(db)
  expect(await citiesOf()).toEqual(before)
  await sql`insert into conversations ("partyId") values ('u')`.execute(db)
  const names = () =>
    sql<{ nameKey: string }>`select "nameKey" from conversation_names order by "partyId"`
      .execute(db)
      .then(({ rows }) => rows)
  expect(await names()).toEqual([{ nameKey: 'jane löw' }, { nameKey: 'pat' }])
  await sql`update people set full_name = 'Ann' where _id = 'd'`.execute(db)
  expect(await names()).toEqual([{ nameKey: 'ann' }, { nameKey: 'pat' }])
  await close()
})
