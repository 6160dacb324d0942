import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listWindow, searchWindow, type ListQuery } from '@interline/shared/contract'
import { openDatabases, type Databases } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { driverRideList } from '../repositories/driver-rides.ts'
import { describeOnBothDatabases } from '../testing/services.ts'
import { createReadyDatabase } from '../testing/test-server.ts'
import { readInBatches } from './batches.ts'
import { readPage } from './page.ts'
import { shortSearched } from './totals.ts'
import type { TripQuery } from './trip-filters.ts'

const rows = listWindow + 2345

/** A database with one driver and what `fill` puts into it, for the tests of a `describe`. */
function useDatabase(database: 'PGlite' | 'PostgreSQL', fill: (db: Database) => Promise<void>): Pick<Databases, 'db'> {
  let opened: Databases
  let drop: () => Promise<void>
  beforeAll(async () => {
    const created = await createReadyDatabase(database)
    drop = created.drop
    opened = await openDatabases(created.location)
    const { db } = opened
    await sql`insert into people (_id, role, full_name, "createdAt") values ('d', 'driver', 'Ada Lane', now())`.execute(
      db,
    )
    await fill(db)
    await sql`analyze`.execute(db)
  })
  afterAll(async () => {
    await opened.close()
    await drop()
  })
  return {
    get db() {
      return opened.db
    },
  }
}

describeOnBothDatabases('a list longer than the window on %s', (database) => {
  const databases = useDatabase(database, async (db) => {
    // A third has no amount; amounts repeat, so that the id decides.
    await sql`insert into driver_rides (_id, "driverId", source, destination, "createdAt", amount)
      select lpad(n::text, 6, '0'), 'd', 'Street ' || n, 'Town ' || n % 7, now() - make_interval(secs => n % 500),
        case when n % 3 > 0 then n % 400 end from generate_series(1, ${rows}::int) n`.execute(db)
  })

  const page = async (query: ListQuery) => {
    const { rows: found, meta } = await readPage(databases.db, driverRideList, query)
    return { ids: found.map(({ _id }) => _id), meta }
  }
  const allIds = async (query: ListQuery) => {
    const ids: string[] = []
    for await (const batch of readInBatches(databases.db, driverRideList, query))
      ids.push(...batch.map(({ _id }) => _id))
    return ids
  }

  it('has an estimated total, and an exact one where a filter keeps no more than the window', async () => {
    const { meta } = await page({})
    expect(meta.estimated).toBe(true)
    expect(meta.total).toBeGreaterThan(rows * 0.9)
    expect(meta.total).toBeLessThan(rows * 1.15)
    const { meta: few } = await page({ q: 'town 3' })
    expect(few).toMatchObject({ total: Math.floor((rows - 3) / 7) + 1 })
    expect(few).not.toHaveProperty('estimated')
  })

  it('reaches the window by number, and refuses what lies beyond', async () => {
    const { ids, meta } = await page({ page: 50, page_size: 200 })
    expect(ids).toHaveLength(200)
    expect(meta.next).toBeTypeOf('string')
    await expect(page({ page: 51, page_size: 200 })).rejects.toMatchObject({ field: 'page' })
    await expect(page({ page: 2, cursor: meta.next })).rejects.toMatchObject({ field: 'cursor' })
  })

  it.each(['createdAt', '-createdAt', 'driver.full_name', '-driver.full_name'])(
    'goes on by cursor past the window to the last row and back, sorted by %s',
    async (sort) => {
      const whole = await allIds({ sort })
      expect(new Set(whole).size).toBe(rows)
      let { ids, meta } = await page({ sort, page: 50, page_size: 200 })
      expect(ids).toEqual(whole.slice(listWindow - 200, listWindow))
      for (let at = listWindow; at < rows; at += 200) {
        ;({ ids, meta } = await page({ sort, cursor: meta.next, page_size: 200 }))
        expect(ids).toEqual(whole.slice(at, at + 200))
        expect(meta.page).toBe(at / 200 + 1)
      }
      expect(meta).not.toHaveProperty('next')
      ;({ ids, meta } = await page({ sort, cursor: meta.previous, page_size: 200 }))
      expect(ids).toEqual(whole.slice(12_000, 12_200))
    },
  )

  it.each(['-createdAt', 'driver.full_name', '-driver.full_name'])(
    'has the last rows of an estimated list, sorted by %s',
    async (sort) => {
      const whole = await allIds({ sort })
      const last = await page({ sort, page: 'last', page_size: 100 })
      expect(last.ids).toEqual(whole.slice(-100))
      expect(last.meta).toMatchObject({ page: null, page_size: 100 })
      expect(last.meta).not.toHaveProperty('next')
      const before = await page({ sort, cursor: last.meta.previous, page_size: 100 })
      expect(before.ids).toEqual(whole.slice(-200, -100))
      expect(before.meta.page).toBeNull()
      expect((await page({ sort, cursor: before.meta.next, page_size: 100 })).ids).toEqual(last.ids)
    },
  )

  it('says by which columns a long list can be sorted, and refuses the others', async () => {
    expect((await page({})).meta.sortable).toEqual(['driver.full_name', 'createdAt'])
    expect((await page({ q: 'town' })).meta.sortable).toEqual(['createdAt'])
    for (const query of [{ sort: 'amount' }, { sort: 'driver.full_name', q: 'town' }]) {
      await expect(page(query)).rejects.toMatchObject({ field: 'sort' })
      await expect(allIds(query)).rejects.toMatchObject({ field: 'sort' })
    }
  })

  it.each(['amount', '-amount', 'destination.address', '-driver.full_name'])(
    'sorts what a search leaves by any column, %s too, forwards and back by cursor',
    async (sort) => {
      const query = { sort, q: 'town 3' }
      const whole = await allIds(query)
      let { ids, meta } = await page({ ...query, page_size: 200 })
      expect(meta).not.toHaveProperty('sortable')
      expect(new Set(whole).size).toBe(meta.total)
      for (let at = 0; ; at += 200) {
        expect(ids).toEqual(whole.slice(at, at + 200))
        if (meta.next === undefined) break
        ;({ ids, meta } = await page({ ...query, cursor: meta.next, page_size: 200 }))
      }
      while (meta.previous !== undefined) {
        const before = meta.page ?? 0
        ;({ ids, meta } = await page({ ...query, cursor: meta.previous, page_size: 200 }))
        expect(meta.page).toBe(before - 1)
        expect(ids).toEqual(whole.slice((before - 2) * 200, (before - 1) * 200))
        if (meta.page === 1) break
      }
    },
  )

  it('reaches the first rows of a long search by number, and each row by cursor', async () => {
    const query = { q: 'town', page_size: 100 }
    const whole = await allIds(query)
    expect(whole).toHaveLength(rows)
    let { ids, meta } = await page({ ...query, page: searchWindow / 100 })
    expect(ids).toEqual(whole.slice(searchWindow - 100, searchWindow))
    expect(meta).toMatchObject({ estimated: true, window: searchWindow })
    await expect(page({ ...query, page: searchWindow / 100 + 1 })).rejects.toMatchObject({ field: 'page' })
    for (let at = searchWindow; at < searchWindow + 300; at += 100) {
      ;({ ids, meta } = await page({ ...query, cursor: meta.next }))
      expect(ids).toEqual(whole.slice(at, at + 100))
    }
    expect((await page({ ...query, page: 'last' })).ids).toEqual(whole.slice(-100))
    expect((await page({})).meta.window).toBe(listWindow)
    const { meta: few } = await page({ q: 'town 3', page: 30 })
    expect(few).not.toHaveProperty('window')
  })

  it('begins at the first row again where going back would leave the first page short', async () => {
    const second = await page({ sort: 'createdAt', page: 2, page_size: 10 })
    const shorter = await page({ sort: 'createdAt', cursor: second.meta.previous, page_size: 20 })
    expect(shorter.ids).toEqual((await page({ sort: 'createdAt', page_size: 20 })).ids)
    expect(shorter.meta).toMatchObject({ page: 1 })
    expect(shorter.meta).not.toHaveProperty('previous')
  })
})

describeOnBothDatabases('a search term without a trigram on %s', (database) => {
  const databases = useDatabase(database, async (db) => {
    // The newest is number 1. Eight are as old as the last of those that are searched.
    await sql`insert into driver_rides (_id, "driverId", source, destination, "createdAt")
      select lpad(n::text, 6, '0'), 'd', case when n % 1000 = 0 then 'Zq ' else 'Town ' end || n, 'End',
        '2026-03-10 02:13:20Z'::timestamptz - make_interval(secs => 10 * (n / 10))
      from generate_series(1, ${shortSearched + 5000}::int) n`.execute(db)
  })

  const idsOf = (...numbers: number[]) => numbers.map((n) => String(n).padStart(6, '0'))
  const find = async (query: ListQuery) => {
    const { rows: found, meta } = await readPage(databases.db, driverRideList, { sort: '-createdAt', ...query })
    return { ids: found.map(({ _id }) => _id), meta }
  }
  const thousands = Array.from({ length: 25 }, (_, at) => 1000 * (at + 1))

  it('is looked for among the newest rows, and says so', async () => {
    const { ids, meta } = await find({ q: 'zq' })
    expect(ids).toEqual(idsOf(...thousands.slice(0, 20)))
    expect(meta).toMatchObject({ total: 20, searched: shortSearched })
    for (const q of ['q', '%', '--', 'z q', '😀']) expect((await find({ q })).meta.searched).toBe(shortSearched)
    const files: string[] = []
    for await (const batch of readInBatches(databases.db, driverRideList, { q: 'zq' }))
      files.push(...batch.map(({ _id }) => _id))
    expect(files).toEqual(ids)
  })

  it('is looked for among all rows where the index finds it, where many have it, and of a day', async () => {
    const { ids, meta } = await find({ q: 'zq 2' })
    expect(ids).toEqual(idsOf(2000, 20_000, 21_000, 22_000, 23_000, 24_000, 25_000))
    expect(meta).not.toHaveProperty('searched')
    const { meta: many } = await find({ q: 'to' })
    expect(many).toMatchObject({ estimated: true })
    expect(many).not.toHaveProperty('searched')
    const { ids: ofDay, meta: day } = await find({ q: 'zq', date: '2026-03-10', tz: 'UTC' })
    expect(ofDay).toEqual(idsOf(...thousands.slice(0, 8)))
    expect(day).not.toHaveProperty('searched')
  })

  it('is looked for among all rows of a list that has no more', async () => {
    await sql`delete from driver_rides where _id > ${String(shortSearched).padStart(6, '0')}`.execute(databases.db)
    const { ids, meta } = await find({ q: 'zq', sort: 'createdAt' })
    expect(ids).toEqual(idsOf(...thousands.slice(0, 20)).reverse())
    expect(meta).not.toHaveProperty('searched')
  })
})

describeOnBothDatabases('places that come together in many rides, on %s', (database) => {
  const rides = 30_000
  const databases = useDatabase(database, async (db) => {
    // All have both places; a third goes the other way, and three out of a thousand leave where they arrive.
    await sql`insert into driver_rides (_id, "driverId", source, destination, "createdAt")
      select lpad(n::text, 6, '0'), 'd', case when n % 3 = 0 then 'Beta ' when n % 1000 < 9 then 'Alpha Beta ' else 'Alpha ' end || n,
        case when n % 3 = 0 then 'Alpha' when n % 1000 < 9 then 'Alpha Beta' else 'Beta' end,
        '2026-03-10 02:13:20Z'::timestamptz - make_interval(secs => n)
      from generate_series(1, ${rides}::int) n`.execute(db)
  })
  const find = async (query: TripQuery) => {
    const { rows: found, meta } = await readPage(databases.db, driverRideList, { page_size: 20, ...query })
    return { ids: found.map(({ _id }) => Number(_id)), meta }
  }

  it('are read by age where many rides have them, with an estimate of how many, page by page', async () => {
    const first = await find({ source: 'beta', destination: 'alpha' })
    const expected = Array.from({ length: rides }, (_, at) => at + 1).filter((n) => n % 3 === 0 || n % 1000 < 9)
    expect(first.ids).toEqual(expected.slice(0, 20))
    expect(first.meta).toMatchObject({ estimated: true, window: searchWindow, sortable: ['createdAt'] })
    expect(first.meta.total / expected.length).toBeGreaterThan(0.8)
    expect(first.meta.total / expected.length).toBeLessThan(1.2)
    const query = { source: 'beta', destination: 'alpha' }
    const second = await find({ ...query, cursor: first.meta.next })
    expect(second.ids).toEqual(expected.slice(20, 40))
    expect((await find({ ...query, cursor: second.meta.previous })).ids).toEqual(first.ids)
    expect((await find({ ...query, sort: 'createdAt' })).ids).toEqual(expected.slice(-20).reverse())
    await expect(find({ ...query, sort: 'amount' })).rejects.toThrow('only createdAt')
  })

  it('are found among all rides where few have them, and a file has them too', async () => {
    const query = { source: 'alpha beta' }
    const both = Array.from({ length: rides }, (_, at) => at + 1).filter((n) => n % 3 > 0 && n % 1000 < 9)
    const { ids, meta } = await find(query)
    expect(ids).toEqual(both.slice(0, 20))
    expect(meta).toMatchObject({ total: both.length })
    expect(meta).not.toHaveProperty('estimated')
    expect(meta).not.toHaveProperty('searched')
    const file: number[] = []
    for await (const batch of readInBatches(databases.db, driverRideList, query))
      file.push(...batch.map(({ _id }) => Number(_id)))
    expect(file).toEqual(both)
  })
})
