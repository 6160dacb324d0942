import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { hasSearched, readSearch } from '@interline/shared/contract'
import { openDatabases } from '../database/open.ts'
import { all } from './list.ts'
import { tripConditions } from './trip-filters.ts'

const addresses = [
  '12 Port St, Newport, OR 97365',
  '88 Oak Ave, Portland, OR 97201',
  '4 Dallas Rd, Austin, TX 78701',
  '1204 Elm St, Dallas, TX 75201',
  '9 Elm St, Dallas, TX 75204',
  'Straße 1, Köln',
  'Köln, Rheinufer',
  'St. Ölner Weg',
  '10.5 Mi, Hwy 100.5',
  'abc',
  'ab',
  '',
]
const trips = addresses.flatMap((source) => addresses.map((destination) => ({ source, destination })))
const places = [
  'dallas',
  'port',
  'elm st',
  'köln',
  'öln',
  '100',
  '10.5',
  'as,',
  'x',
  'a dallas',
  'Dallas TX',
  '_ll',
  '',
]

it('finds the trips that have the words of both places, whatever these have in common', async () => {
  const { db, close } = await openDatabases('memory')
  const has = (address: string, place: string) =>
    hasSearched(address.toLowerCase(), { ...readSearch(place), digits: null })
  const rows = sql`select lower(source) as "sourceKey", lower(destination) as "destinationKey",
    lower(source) || e'\n' || lower(destination) as "searchText", number
    from unnest(${trips.map(({ source }) => source)}::text[], ${trips.map(({ destination }) => destination)}::text[])
    with ordinality given (source, destination, number)`
  for (const source of places)
    for (const destination of places) {
      const { rows: found } = await sql<{ number: number }>`select number::int from (${rows}) trips
        where ${all([sql`true`, ...tripConditions({ source, destination })])} order by number`.execute(db)
      const wanted = trips.flatMap((trip, at) =>
        has(trip.source, source) && has(trip.destination, destination) ? [at + 1] : [],
      )
      expect(
        found.map(({ number }) => number),
        `${source} to ${destination}`,
      ).toEqual(wanted)
    }
  await close()
})
