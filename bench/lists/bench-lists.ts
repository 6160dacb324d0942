import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { startApiNode } from '../../e2e/harness/product/api-nodes.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { atMost, type Check } from '../check.ts'
import { makeScratch, type Scratch } from '../scratch.ts'
import {
  ask,
  below,
  classes,
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
  type Question,
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

/** How many rows pages reach by number. */
const window = 10_000
const newest = ['-createdAt', 'createdAt']
const names: Record<Path, string> = {
  '/admin/drivers': 'full_name',
  '/admin/users': 'full_name',
  '/admin/driver/rides': 'driver.full_name',
  '/admin/user/rides': 'user.full_name',
}
const dailyOrders = (path: Path) => [...newest, names[path], `-${names[path]}`]
const otherOrders = (path: Path) =>
  lists[path].flatMap((key) => [key, `-${key}`]).filter((sort) => !dailyOrders(path).includes(sort))
const allOrders = (path: Path) => [...dailyOrders(path), ...otherOrders(path)]

/** A list as a query leaves it, and how many rows that are, up to one more than the window. */
type Known = { path: Path; query: Query; total: number }

async function know(api: Api, queries: readonly (readonly [Path, Query])[]): Promise<Known[]> {
  const known: Known[] = []
  for (const [path, query] of queries)
    known.push({ path, query, total: (await ask(api, pageOf(path, query))).meta.total })
  return known
}

const anyPage = ({ total }: Known) => 1 + below(Math.max(1, Math.ceil(Math.min(window, total) / pageSize)))
const anyOf =
  (known: readonly Known[], orders: (path: Path) => string[], page: (one: Known) => string | number) => () => {
    const one = pick(known)
    return pageOf(one.path, { ...one.query, sort: pick(orders(one.path)), page: page(one) })
  }

const filters: [Path, Query][] = [
  ...bookingStatuses.map((status): [Path, Query] => ['/admin/user/rides', { status }]),
  ...['true', 'false'].map((verified): [Path, Query] => ['/admin/drivers', { verified }]),
  ...['Pending', 'Approved'].map((reverify_status): [Path, Query] => ['/admin/drivers', { reverify_status }]),
  ...['any', 'car_insurance'].map((missing): [Path, Query] => ['/admin/drivers', { missing }]),
  ['/admin/users', { platform: 'ios' }],
  ['/admin/users', { days: 7, tz: 'UTC' }],
  ['/admin/driver/rides', { amount: '20..40' }],
  ['/admin/user/rides', { amount: '150..' }],
  ...paths.flatMap((path) =>
    [0, 7, 100].map((ago): [Path, Query] => [path, { date: day(ago), tz: 'America/Chicago' }]),
  ),
]
const pairs: [Path, Query][] = [
  ['/admin/drivers', { verified: 'false', reverify_status: 'Pending' }],
  ['/admin/drivers', { missing: 'any', verified: 'true' }],
  ['/admin/user/rides', { status: 'Canceled', amount: '20..40' }],
  ['/admin/user/rides', { status: 'Completed', created: '2026-01-01..' }],
]

/** Terms of people and places that are there, one and two letters, and what nobody has. */
async function termsOf(api: Api): Promise<[Path, Query][]> {
  const { data } = await ask<{ full_name: string; email: string; phone: string | null }[]>(
    api,
    pageOf('/admin/users', { sort: 'full_name', page: 40, page_size: 12 }),
  )
  const words = data.flatMap(({ full_name, email, phone }) => [
    ...[
      full_name,
      full_name.split(' ').at(-1) ?? '',
      full_name.slice(0, 5),
      full_name.slice(1, 3),
      full_name.slice(0, 1),
    ],
    ...[email, email.slice(3, 12), (phone ?? full_name).slice(-8), phone ?? email],
  ])
  const terms = [...new Set([...words, 'a', 'an', 'zq', 'son', 'maria', 'example', '555', 'zzqx'])]
  const places = ['dallas', 'houston', 'san antonio', 'main st', 'tx']
  return [
    ...terms.flatMap((q) => paths.map((path): [Path, Query] => [path, { q }])),
    ...places.flatMap((source) =>
      places.map((destination): [Path, Query] => ['/admin/user/rides', { source, destination }]),
    ),
    ...places.map((source): [Path, Query] => ['/admin/driver/rides', { source }]),
  ]
}

/** Next and previous pages by cursor, from the end of the window and from the last page. */
async function cursorsOf(api: Api, orders: (path: Path) => string[]): Promise<[Path, Query][]> {
  const found: [Path, Query][] = []
  for (const path of paths)
    for (const sort of orders(path))
      for (const page of [window / pageSize, 'last', 100]) {
        const { meta } = await ask(api, pageOf(path, { sort, page }))
        for (const cursor of [meta.next, meta.previous]) if (cursor) found.push([path, { sort, cursor }])
      }
  return found
}

/** Measures what the indexes of the lists take, those of keys too. Embedded it is the same, and is not asked. */
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

/** Class A: newest or by name, any one filter, terms that find up to 10,000. Class B: all others. */
async function measureLists(api: Api): Promise<Check[]> {
  const whole = await know(
    api,
    paths.map((path) => [path, {}] as const),
  )
  const filtered = await know(api, filters)
  const twice = await know(api, pairs)
  const found = await know(api, await termsOf(api))
  const few = found.filter(({ total }) => total <= window)
  const many = found.filter(({ total }) => total > window)
  const [dailyCursors, otherCursors] = [await cursorsOf(api, dailyOrders), await cursorsOf(api, otherOrders)]
  const kinds: [of: keyof typeof classes, kind: string, count: number, next: () => Question][] = [
    ['A', 'newest or by name, any page', 200, anyOf(whole, dailyOrders, anyPage)],
    ['A', 'newest or by name, last page', 60, anyOf(whole, dailyOrders, () => 'last')],
    ['A', 'newest or by name, by cursor', 100, () => pageOf(...pick(dailyCursors))],
    ['A', 'one filter, newest or by name, any page', 300, anyOf(filtered, dailyOrders, anyPage)],
    ['A', 'a term that finds up to 10,000, any order, any page', 300, anyOf(few, allOrders, anyPage)],
    ['B', 'other orders, any page', 150, anyOf(whole, otherOrders, anyPage)],
    ['B', 'other orders, last page', 40, anyOf(whole, otherOrders, () => 'last')],
    ['B', 'other orders, by cursor', 60, () => pageOf(...pick(otherCursors))],
    ['B', 'one filter, other orders, any page', 150, anyOf(filtered, otherOrders, anyPage)],
    ['B', 'two filters, any order, any page', 100, anyOf(twice, allOrders, anyPage)],
    ['B', 'a term that finds more, newest or by name, any page', 150, anyOf(many, dailyOrders, anyPage)],
    ['B', 'a term that finds more, other orders, any page', 100, anyOf(many, otherOrders, anyPage)],
  ]
  const checks: Check[] = []
  for (const [of, kind, count, next] of kinds)
    checks.push(await measure(api, `${of}: ${kind}`, count, next, classes[of]))
  return checks
}

const asksScreens = process.env.BENCH_SCREENS !== '0'

/**
 * Lists of a million rows (BENCH_ROWS) over HTTP, by class: pages of the window, by cursor and from the end, orders,
 * filters, days and searches; and the whole as a stream. With DATABASE_URL on PostgreSQL, else embedded. BENCH_KEEP=1
 * keeps the database, BENCH_STREAMS=0 leaves the streams out, BENCH_SCREENS=0 what other screens ask.
 */
export async function benchLists(): Promise<Check[]> {
  const scratch = await makeScratch('lists', { isKept: process.env.BENCH_KEEP === '1', mayBeEmbedded: true })
  log(`Seed ${seed}: BENCH_SEED=${seed} asks the same again. Filling the lists with ${rows} rows …`)
  const port = await takePorts()
  const begun = performance.now()
  const node = await startApiNode(port, {
    DATABASE_URL: scratch.url,
    DATA_DIR: scratch.folder,
    DEMO_ROWS: String(rows),
  }).catch((error: unknown) => scratch.drop().then(() => Promise.reject(error)))
  log(`The lists are there after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  try {
    if (scratch.url !== '' && asksScreens) await fillOtherTables(scratch.url, rows)
    const { token } = await signInTo('product', node.url)
    const api = { url: node.url, token }
    const checks: Check[] = []
    for (const path of process.env.BENCH_STREAMS === '0' ? [] : paths)
      checks.push(await stream(api, path), await stream(api, `${path}.csv`))
    checks.push(...(await measureLists(api)), ...(await measureIndexes(scratch)))
    if (asksScreens) checks.push(...(await measureQuestions(api)))
    return checks
  } finally {
    await node.stop()
    await scratch.drop()
  }
}
