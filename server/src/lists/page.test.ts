import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nameKey } from '@interline/shared/contract'
import { openDatabases, type Databases } from '../database/open.ts'
import { driverRideList } from '../repositories/driver-rides.ts'
import { describeOnBothDatabases } from '../testing/services.ts'
import { createReadyDatabase } from '../testing/test-server.ts'
import { countRows, readPage } from './page.ts'
import { readInBatches } from './list.ts'
import type { TripQuery } from './trip-filters.ts'

const rows = 64
/** A list is long here when it has more rows than that. */
const window = 30
const size = 10

/** The amount of ride number `n`: a third has no amount; amounts and times repeat, so that the number decides. */
const amountOf = (n: number) => (n % 3 > 0 ? n % 35 : null)

/** Queries that keep all rides, many and few, without a term and with one. */
const queries: [what: string, query: TripQuery, matches: (n: number) => boolean][] = [
  ['no term', {}, () => true],
  ['a term that all rows have', { q: 'street' }, () => true],
  ['a term that more rows have than the window', { q: 'town 1' }, (n) => n % 2 === 1],
  ['a term that some rows have', { q: 'street 1' }, (n) => String(n).startsWith('1')],
  ['places that more rows have than the window', { source: 'street', destination: 'town 0' }, (n) => n % 2 === 0],
  ['a place that some rows have', { source: '12' }, (n) => n === 12],
  ['an amount', { amount: '0.25..' }, (n) => (amountOf(n) ?? 0) >= 25],
  ['a term and an amount', { q: 'town', amount: '..0.2' }, (n) => (amountOf(n) ?? 99) <= 20],
]
const orders = ['driver.full_name', '-driver.full_name', '-amount', 'source.address', '-destination.address']
const cases = queries.flatMap(([what, query, matches], at) =>
  ['-createdAt', 'amount', ...(at % 2 === 0 && at < 5 ? orders : [])].map((sort) => ({ what, query, matches, sort })),
)

describeOnBothDatabases('the pages of a list on %s', (database) => {
  let opened: Databases
  let drop: () => Promise<void>
  beforeAll(async () => {
    const created = await createReadyDatabase(database)
    drop = created.drop
    opened = await openDatabases(created.location)
    const drivers = ['Ada Lane', 'Zoë', 'Zoe', 'Ángel Ruiz'].map((full_name, at) => ({ _id: `d${at}`, full_name }))
    for (const { _id, full_name } of drivers)
      await sql`insert into people (_id, role, full_name, "nameKey", "searchText", "createdAt")
        values (${_id}, 'driver', ${full_name}, ${nameKey(full_name)}, '', now())`.execute(opened.db)
    await sql`insert into driver_rides (_id, "driverId", source, "sourceKey", destination, "destinationKey", "createdAt", amount)
      select lpad(n::text, 6, '0'), 'd' || n % 4, 'Street ' || n, 'STREET ' || n, 'Town ' || n % 2, 'TOWN ' || n % 2,
        now() - make_interval(secs => n % 25), case when n % 3 > 0 then n % 35 end
      from generate_series(1, ${rows}::int) n`.execute(opened.db)
  })
  afterAll(async () => {
    await opened.close()
    await drop()
  })

  const page = async (query: TripQuery) => {
    const { rows: found, meta } = await readPage(opened.db, driverRideList, query, window)
    return { ids: found.map(({ _id }) => _id), meta }
  }
  const allIds = async (query: TripQuery) => {
    const ids: string[] = []
    for await (const batch of readInBatches(opened.db, driverRideList, query)) ids.push(...batch.map(({ _id }) => _id))
    return ids
  }

  it.each(cases)(
    'of $what sorted by $sort go by number, by cursor to the end and back, and from the end',
    async ({ query, matches, sort }) => {
      const count = Array.from({ length: rows }, (_, at) => at + 1).filter(matches).length
      const whole = await allIds({ ...query, sort })
      expect(new Set(whole).size).toBe(count)
      const isLong = count > window
      const total = isLong ? window + 1 : count
      let { ids, meta } = await page({ ...query, sort, page_size: size })
      for (let at = 0; ; at += size) {
        expect(ids).toEqual(whole.slice(at, at + size))
        expect(meta).toMatchObject({ total, page: at / size + 1 })
        if (at + size <= window)
          expect((await page({ ...query, sort, page: at / size + 1, page_size: size })).ids).toEqual(ids)
        if (meta.next === undefined) break
        ;({ ids, meta } = await page({ ...query, sort, cursor: meta.next, page_size: size }))
      }
      expect(ids.at(-1)).toBe(whole.at(-1))
      for (let number = meta.page ?? 0; meta.previous !== undefined; number -= 1) {
        ;({ ids, meta } = await page({ ...query, sort, cursor: meta.previous, page_size: size }))
        expect(meta.page).toBe(number - 1)
        expect(ids).toEqual(whole.slice((number - 2) * size, (number - 1) * size))
      }
      expect(meta.page).toBe(1)
      const last = await page({ ...query, sort, page: 'last', page_size: size })
      expect(last.ids).toEqual(isLong ? whole.slice(-size) : whole.slice(Math.floor((count - 1) / size) * size))
      expect(last.meta.page).toBe(isLong ? null : Math.ceil(count / size))
    },
  )

  it('are counted up to one more than the window, and reached by number within it', async () => {
    expect((await page({ page_size: size })).meta).toMatchObject({ total: window + 1, page: 1 })
    const { meta } = await page({ page: 2, page_size: 15 })
    await expect(page({ page: 3, page_size: 15 })).rejects.toMatchObject({ field: 'page' })
    await expect(page({ page: 2, cursor: meta.next })).rejects.toMatchObject({ field: 'cursor' })
    await expect(page({ sort: 'passengers', page_size: size })).rejects.toMatchObject({ field: 'sort' })
    await expect(allIds({ sort: 'passengers' })).rejects.toMatchObject({ field: 'sort' })
    expect(await countRows(opened.db, driverRideList, { q: 'town 1' })).toBe(32)
    // A word that stands at the other end alone does not count.
    expect(await countRows(opened.db, driverRideList, { source: 'town', destination: 'street' })).toBe(0)
  })

  it('sort names without their accents, and then as they are written', async () => {
    const { rows: found } = await readPage(opened.db, driverRideList, { sort: 'driver.full_name', page_size: 200 }, 200)
    expect([...new Set(found.map(({ driverName }) => driverName))]).toEqual(['Ada Lane', 'Ángel Ruiz', 'Zoe', 'Zoë'])
  })

  it('of one or two letters have the names that begin with them, and no wildcard has any', async () => {
    const namesOf = async (q: string) =>
      new Set((await readPage(opened.db, driverRideList, { q, page_size: 200 }, 200)).rows.map((row) => row.driverName))
    expect(await namesOf('z')).toEqual(new Set(['Zoë', 'Zoe']))
    expect(await namesOf('án')).toEqual(new Set(['Ángel Ruiz']))
    for (const q of ['ne', 'u', '%', '--', '_']) expect(await namesOf(q)).toEqual(new Set())
  })

  it('begin at the first row again where going back would leave the first page short', async () => {
    const second = await page({ sort: 'createdAt', page: 2, page_size: 10 })
    const shorter = await page({ sort: 'createdAt', cursor: second.meta.previous, page_size: 20 })
    expect(shorter.ids).toEqual((await page({ sort: 'createdAt', page_size: 20 })).ids)
    expect(shorter.meta).toMatchObject({ page: 1 })
    expect(shorter.meta).not.toHaveProperty('previous')
  })

  it('of a whole list leave out rows that are gone since it was begun', async () => {
    const batches = readInBatches(opened.db, driverRideList, { sort: 'amount' })
    const first = await batches.next()
    expect(first.value).toHaveLength(rows)
    expect((await batches.next()).done).toBe(true)
  })
})
