import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { seedDemo } from '../demo/seed.ts'
import type { FileStore } from '../storage/file-store.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { driverList } from './drivers.ts'
import { keptBy, withNeedle } from './kept.ts'
import { orderOf } from './list.ts'
import { sortAndCount } from './lookups.ts'
import { meetRows, readRows } from './order-steps.ts'
import { Samples } from './samples.ts'
import { userList } from './users.ts'

const noFiles: FileStore = { write: async () => undefined, read: async () => undefined, remove: async () => undefined, ping: async () => undefined }
const kept = keptBy(userList, {})
const every = 100_000
const orderBy = (name: string) => orderOf(name, userList.sort)

let db: Database
let samples: Samples
beforeAll(async () => {
  db = await openDatabase('memory')
  samples = new Samples(db, every)
  await seedDemo(db, noFiles, quickPasswords, 700, new Date(), undefined, 300)
  await db.insertInto('people').values({ _id: 'odd-one', role: 'user', full_name: 'Odd One', email: 'one_of.kind4711@gmail.example', createdAt: new Date() }).execute()
})
afterAll(() => db.destroy())

it('leaves out of a rare needle the words that many rows have, and finds the same', async () => {
  const needle = 'one_of.kind4711@gmail.example'
  const { useless } = await samples.of(kept, needle)
  expect(useless).toEqual(new Set(['gmail', 'example']))
  const lookUp = (some: string, open?: Set<string>) => sortAndCount(db, kept, some, orderBy('full_name'), { offset: 0, limit: 50 }, open)
  expect(await lookUp(needle, useless)).toMatchObject({ total: 1, ids: ['odd-one'] })
  expect(await lookUp('one_of.kind4711@yahoo.example', useless)).toMatchObject({ total: 0 })
  expect(await lookUp('.kind4711@%', new Set(['kind4711']))).toMatchObject({ total: 0 })
})

it('keeps the words of a needle none of which is rare by itself', async () => {
  const { share, useless } = await samples.of(kept, 'gmail.example')
  expect(share).toBeGreaterThan(0.1)
  expect(useless).toEqual(new Set())
})

it('says how many rows the search index finds where words stand apart', async () => {
  const near = await samples.of(kept, 'd one')
  const apart = await samples.of(kept, 'one odd')
  expect(near.share).toBeGreaterThan(0)
  expect(near.tried).toBeGreaterThanOrEqual(near.share)
  expect(apart.share).toBe(0)
  expect(apart.tried).toBeGreaterThan(0)
  expect((await samples.of(kept, 'kind odd')).tried).toBe(0)
})

it('holds the rows it looked at, of each list its own', async () => {
  expect((await samples.of(kept, 'newcomer')).share).toBe(0)
  await db.insertInto('people').values({ _id: 'newcomer', role: 'user', full_name: 'A Newcomer', createdAt: new Date() }).execute()
  expect((await samples.of(kept, 'newcomer')).share).toBe(0)
  expect((await samples.of(keptBy(driverList, {}), 'newcomer')).share).toBe(0)
  expect((await new Samples(db, every).of(kept, 'newcomer')).share).toBeGreaterThan(0)
  await db.deleteFrom('people').where('_id', '=', 'newcomer').execute()
})

it.each(['full_name', '-full_name', '-createdAt', 'phone', '-phone'])('meets the rows of %s in their order, wherever pieces end', async (name) => {
  const order = orderBy(name)
  const all = await readRows(db, kept, order, { skip: 0, limit: every })
  const ids = all.map((key) => String(key.at(-1)))
  for (const needle of ['an', 'example', 'zq']) {
    const found = withNeedle(kept, needle)
    const { rows } = await sql<{ _id: string }>`select _id from people where role = 'user' and strpos("searchText", ${needle}) > 0`.execute(db)
    const having = new Set(rows.map(({ _id }) => _id))
    const expected = ids.filter((id) => having.has(id))
    for (const ends of [[], [all[100], all[101], all[300]], [all.at(-1)]]) {
      for (const [piece, wanted] of [[50, 50], [50, 120], [every, 30], [70, every]] as const) {
        const met: string[] = []
        for await (const some of meetRows(db, found, order, { piece, wanted, ends: ends.flatMap((end) => (end ? [end] : [])) })) met.push(...some)
        expect(met).toEqual(expected.slice(0, wanted))
      }
    }
  }
})
