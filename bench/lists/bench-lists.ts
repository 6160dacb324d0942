import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { startApiNode } from '../../e2e/harness/product/api-nodes.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { atMost, type Check } from '../check.ts'
import { makeScratch, type Scratch } from '../scratch.ts'
import {
  ask,
  below,
  day,
  log,
  measure,
  pageOf,
  pageSize,
  pick,
  rows,
  seed,
  where,
  type Api,
  type Meta,
  type Query,
} from './ask.ts'
import { fillOtherTables } from './more-rows.ts'
import { measureQuestions } from './questions.ts'

const lists = {
  '/admin/drivers': ['full_name', 'createdAt', 'is_driver_profile_approved', 'reverify_status', 'stripe_connect_id'],
  '/admin/users': ['full_name', 'createdAt', 'phone', 'email'],
  '/admin/driver/rides': [
    'driver.full_name',
    'source.address',
    'destination.address',
    'createdAt',
    'ride_time',
    'amount',
    'passenger_capacity',
  ],
  '/admin/user/rides': [
    'user.full_name',
    'ride.source.address',
    'ride.destination.address',
    'driver.full_name',
    'createdAt',
    'ride.ride_time',
    'ride.amount',
    'status',
  ],
}
const bookingStatuses = ['Accepted', 'Rejected', 'Pending', 'Canceled', 'Completed', 'Started']
type Path = keyof typeof lists
const paths = Object.keys(lists) as Path[]

/** A list as a query leaves it, and what its first page says of it. */
type Known = { path: Path; query: Query; meta: Meta }

async function know(api: Api, path: Path, query: Query = {}): Promise<Known> {
  return { path, query, meta: (await ask(api, pageOf(path, query))).meta }
}

async function knowAll(api: Api, queries: readonly (readonly [Path, Query])[]): Promise<Known[]> {
  const known: Known[] = []
  for (const [path, query] of queries) known.push(await know(api, path, query))
  return known
}

/** The columns that a query can be sorted by: a long one has fewer. */
const sortsOf = ({ path, meta }: Known) => meta.sortable ?? lists[path]
const anySort = (known: Known) => `${pick(['', '-'])}${pick(sortsOf(known))}`
/** A page that is reached by number: any of all rows, or of the window of a long list. */
const anyPage = ({ meta: { total, window = total } }: Known) =>
  1 + below(Math.max(1, Math.ceil(Math.min(window, total) / pageSize)))

/** A page of the window among what a filter keeps. */
async function measureFiltered(api: Api, kind: string, queries: readonly (readonly [Path, Query])[], each: number) {
  const all = await knowAll(api, queries)
  return measure(api, kind, all.length * each, () => {
    const known = pick(all)
    return pageOf(known.path, { ...known.query, sort: anySort(known), page: anyPage(known) })
  })
}

async function measureSearches(api: Api): Promise<Check[]> {
  const { data: names } = await ask<{ full_name: string; email: string; phone: string | null }[]>(
    api,
    pageOf('/admin/users', { sort: 'full_name', page: 40 }),
  )
  const words = names.flatMap(({ full_name, email, phone }) => [
    full_name,
    email,
    email.slice(3, 12),
    (phone ?? full_name).slice(-8),
    full_name.slice(0, 5),
    full_name.slice(-4),
    full_name.slice(1, 3),
    full_name.slice(0, 1),
  ])
  const terms = [...words, 'a', 'an', 'zq', 'son', 'maria', 'example', '555', 'zzqx', 'xylophone']
  const first = await measure(api, 'first page of a search, newest first', 200, () =>
    pageOf(pick(paths), { q: pick(terms) }),
  )
  const found = await knowAll(
    api,
    paths.flatMap((path) =>
      ['a', 'maria', 'son', 'chen', 'garcia', 'an'].map((q) => [path, { q, sort: '-createdAt' }] as const),
    ),
  )
  const deep = await measure(api, 'any page of the window of a search, newest first', 150, () => {
    const known = pick(found)
    return pageOf(known.path, { ...known.query, page: anyPage(known) })
  })
  const behind: [Path, Query][] = []
  for (const { path, query, meta } of found.filter(({ meta: { window } }) => window !== undefined)) {
    const end = await know(api, path, { ...query, page: Math.floor((meta.window ?? 0) / pageSize) })
    const last = await know(api, path, { ...query, page: 'last' })
    for (const cursor of [end.meta.next, last.meta.previous])
      if (cursor !== undefined) behind.push([path, { ...query, cursor }])
  }
  const kind = 'next and previous page of a search by cursor'
  // A short list is reached by number, all of it.
  return [first, deep, ...(behind.length > 0 ? [await measure(api, kind, 100, () => pageOf(...pick(behind)))] : [])]
}

/** Next and previous pages by cursor, from positions all over each order. */
async function measureCursors(api: Api, whole: readonly Known[]): Promise<Check> {
  const found: [Path, Query][] = []
  for (const known of whole)
    for (const sort of sortsOf(known).flatMap((key) => [key, `-${key}`])) {
      const { path } = known
      const ends = await knowAll(
        api,
        [200, 'last', 100].map((page) => [path, { page, sort }] as const),
      )
      // The rows of some days lie anywhere in the middle of an order.
      for (const ago of [3, 40, 90, 110]) {
        const ofDay = await know(api, path, { page: 20, date: day(ago), tz: 'UTC' })
        if (sortsOf(ofDay).includes(sort.replace('-', ''))) ends.push(await know(api, path, { ...ofDay.query, sort }))
      }
      for (const { meta } of ends)
        for (const cursor of [meta.next, meta.previous]) if (cursor) found.push([path, { sort, cursor }])
    }
  return measure(api, 'next and previous page by cursor, at any depth', 400, () => pageOf(...pick(found)))
}

/** What the indexes of the lists take, those of keys too. Embedded it is the same, and is not asked. */
async function measureIndexes({ url, sql }: Scratch): Promise<Check[]> {
  if (url === '') return []
  const [found] = await sql<{ count: number; bytes: number }>(
    `select count(*)::int as count, sum(pg_relation_size(indexrelid))::float8 as bytes from pg_stat_user_indexes
      where relname in ('people', 'driver_rides', 'bookings', 'activity', 'corridors')`,
  )
  const name = `${where}, ${found?.count} indexes of the lists and of their summaries`
  return [atMost(name, (found?.bytes ?? Number.NaN) / 1e6, 1500, 'MB')]
}

/** MB that the server holds. */
async function memoryOf({ url }: Api): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6
}

/** Reads a whole answer as fast as it comes, and says how much more memory the server held meanwhile. */
async function stream(api: Api, path: string): Promise<Check> {
  const before = await memoryOf(api)
  let most = before
  const watch = setInterval(() => void memoryOf(api).then((now) => (most = Math.max(most, now))), 100)
  const response = await fetch(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${api.token}` } })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  clearInterval(watch)
  return atMost(`${where}, memory while ${(bytes / 1e6).toFixed(0)} MB of ${path} stream`, most - before, 100, 'MB')
}

async function measureLists(api: Api): Promise<Check[]> {
  const whole = await knowAll(
    api,
    paths.map((path) => [path, {}] as const),
  )
  const sorted = (query: (known: Known) => Query) => () => {
    const known = pick(whole)
    return pageOf(known.path, { sort: anySort(known), ...query(known) })
  }
  return [
    await measure(
      api,
      'first page, any order',
      200,
      sorted(() => ({})),
    ),
    await measure(
      api,
      'any page of the window, any order',
      400,
      sorted((known) => ({ page: anyPage(known) })),
    ),
    await measureCursors(api, whole),
    await measure(
      api,
      'last page, any order',
      100,
      sorted(() => ({ page: 'last' })),
    ),
    await measureFiltered(
      api,
      'any page of the window of a status',
      bookingStatuses.map((status) => ['/admin/user/rides', { status }]),
      30,
    ),
    await measureFiltered(
      api,
      'any page of the window of a verification',
      [
        ...['true', 'false'].flatMap((verified): Query[] => [
          { verified },
          { verified, reverify_status: 'Pending' },
          { verified, reverify_status: '' },
        ]),
        { reverify_status: 'Approved' },
      ].map((query) => ['/admin/drivers', query]),
      25,
    ),
    await measureFiltered(
      api,
      'any page of a day',
      paths.flatMap((path) =>
        [0, 1, 7, 30, 100].map((ago) => [path, { date: day(ago), tz: 'America/Chicago' }] as const),
      ),
      12,
    ),
    ...(await measureSearches(api)),
  ]
}

/**
 * Lists of a million rows (BENCH_ROWS) over HTTP: pages of the window, by cursor and from the end, orders, filters,
 * days and searches, and the whole as a stream. With DATABASE_URL on PostgreSQL, else embedded. BENCH_KEEP=1 keeps the
 * database, BENCH_STREAMS=0 leaves the streams out.
 */
export async function benchLists(): Promise<Check[]> {
  const scratch = await makeScratch('lists', { isKept: process.env.BENCH_KEEP === '1', mayBeEmbedded: true })
  log(`Seed ${seed}: BENCH_SEED=${seed} asks the same again. Filling the lists with ${rows} rows …`)
  const port = await takePorts()
  const node = await startApiNode(port, {
    DATABASE_URL: scratch.url,
    DATA_DIR: scratch.folder,
    DEMO_ROWS: String(rows),
  }).catch((error: unknown) => scratch.drop().then(() => Promise.reject(error)))
  try {
    if (scratch.url !== '') await fillOtherTables(scratch.url, rows)
    const { token } = await signInTo('product', node.url)
    const api = { url: node.url, token }
    const checks: Check[] = []
    for (const path of process.env.BENCH_STREAMS === '0' ? [] : paths)
      checks.push(await stream(api, path), await stream(api, `${path}.csv`))
    checks.push(...(await measureLists(api)), ...(await measureQuestions(api)), ...(await measureIndexes(scratch)))
    return checks
  } finally {
    await node.stop()
    await scratch.drop()
  }
}
