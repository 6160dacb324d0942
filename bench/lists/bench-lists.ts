import { atMost, type Check } from '../check.ts'
import {
  day,
  get,
  log,
  measure as ask,
  pageSize,
  pick,
  rows,
  where,
  withQuery,
  type Answer,
  type Meta,
  type Query,
} from './ask.ts'
import { measureQuestions } from './questions.ts'
import { startApi, type Api } from './start-api.ts'

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

type ListRequest = { path: Path; query: Query }

/** The columns that a query can be sorted by: a long one has fewer. */
const sortsOf = (path: Path, { sortable }: Meta) => sortable ?? lists[path]
const anySort = (path: Path, meta: Meta) => `${Math.random() < 0.5 ? '-' : ''}${pick(sortsOf(path, meta))}`
/** A page that is reached by number: any of all rows, or of the window of a long list. */
const anyPage = ({ total, window = total }: Meta) =>
  1 + Math.floor(Math.random() * Math.max(1, Math.ceil(Math.min(window, total) / pageSize)))

const measure = (api: Api, kind: string, count: number, next: () => ListRequest): Promise<Check> =>
  ask(api, kind, count, () => {
    const { path, query } = next()
    return { path: withQuery(path, { page_size: pageSize, ...query }) }
  })

/** A page of the window among what a filter keeps. */
async function measureFiltered(api: Api, kind: string, requests: ListRequest[], each: number): Promise<Check> {
  const known: { request: ListRequest; meta: Meta }[] = []
  for (const request of requests) known.push({ request, meta: (await get(api, request)).meta })
  return measure(api, kind, requests.length * each, () => {
    const { request, meta } = pick(known)
    const { path, query } = request
    return { path, query: { ...query, sort: anySort(path, meta), page: anyPage(meta) } }
  })
}

async function measureSearches(api: Api): Promise<Check[]> {
  const names = (await get(api, { path: '/admin/users', query: { sort: 'full_name', page: 40 } })).rows as unknown as {
    full_name: string
    email: string
    phone: string | null
  }[]
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
  const first = await measure(api, 'first page of a search, newest first', 200, () => ({
    path: pick(paths),
    query: { q: pick(terms) },
  }))
  const requests = paths.flatMap((path) =>
    ['a', 'maria', 'son', 'chen', 'garcia', 'an'].map((q) => ({ path, query: { q, sort: '-createdAt' } })),
  )
  const found: { request: ListRequest; meta: Meta }[] = []
  for (const request of requests) found.push({ request, meta: (await get(api, request)).meta })
  const deep = await measure(api, 'any page of the window of a search, newest first', 150, () => {
    const { request, meta } = pick(found)
    return { path: request.path, query: { ...request.query, page: anyPage(meta) } }
  })
  const behind: ListRequest[] = []
  for (const { request, meta } of found.filter(({ meta: { window } }) => window !== undefined)) {
    const { path, query } = request
    const end = await get(api, { path, query: { ...query, page: Math.floor((meta.window ?? 0) / pageSize) } })
    const last = await get(api, { path, query: { ...query, page: 'last' } })
    for (const cursor of [end.meta.next, last.meta.previous])
      if (cursor !== undefined) behind.push({ path, query: { ...query, cursor } })
  }
  const byCursor = await measure(api, 'next and previous page of a search by cursor', 100, () => pick(behind))
  return [first, deep, byCursor]
}

/** Next and previous pages by cursor, from positions all over each order. */
async function measureCursors(api: Api): Promise<Check> {
  const requests: ListRequest[] = []
  for (const path of paths)
    for (const sort of sortsOf(path, (await get(api, { path, query: {} })).meta).flatMap((key) => [key, `-${key}`])) {
      const ends = await Promise.all(
        [{ page: 200 }, { page: 'last' }, { page: 100 }].map((query) => get(api, { path, query: { ...query, sort } })),
      )
      for (const { meta } of ends)
        for (const cursor of [meta.next, meta.previous]) if (cursor) requests.push({ path, query: { sort, cursor } })
      requests.push(...(await middles(api, path, sort)))
    }
  return measure(api, 'next and previous page by cursor, at any depth', 400, () => pick(requests))
}

/** Cursors in the middle of an order: of the rows of some days, which lie anywhere in it. */
async function middles(api: Api, path: Path, sort: string): Promise<ListRequest[]> {
  const found: Answer[] = []
  for (const ago of [3, 40, 90, 110]) {
    const query = { page: 20, date: day(ago), tz: 'UTC' }
    const { meta } = await get(api, { path, query })
    if (sortsOf(path, meta).includes(sort.replace('-', '')))
      found.push(await get(api, { path, query: { ...query, sort } }))
  }
  return found.flatMap(({ meta }) => (meta.next ? [{ path, query: { sort, cursor: meta.next } }] : []))
}

/** What the indexes of the lists take, those of keys too. Embedded it is the same, and is not asked. */
async function measureIndexes(api: Api): Promise<Check[]> {
  const found = await api.indexes()
  if (!found) return []
  log(
    `${found.count} indexes of the lists and of their summaries, ${(found.bytes / 1e6).toFixed(0)} MB; of all other tables ${(found.otherBytes / 1e6).toFixed(0)} MB`,
  )
  return [atMost(`${rows.toLocaleString('en')} rows on ${where}, indexes of the lists`, found.bytes / 1e6, 1500, 'MB')]
}

/** Reads a whole answer as fast as it comes, and says how much more memory the server held meanwhile. */
async function stream(api: Api, path: string): Promise<Check> {
  const before = api.memory()
  let most = before
  let bytes = 0
  const watch = setInterval(() => (most = Math.max(most, api.memory())), 50)
  const from = performance.now()
  const response = await fetch(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${api.token}` } })
  for await (const chunk of response.body ?? []) bytes += chunk.length
  clearInterval(watch)
  log(
    `${path.padEnd(46)} ${(bytes / 1e6).toFixed(0)} MB in ${((performance.now() - from) / 1000).toFixed(1)} s, memory ${before.toFixed(0)} → ${most.toFixed(0)} MB`,
  )
  return {
    name: `${rows.toLocaleString('en')} rows on ${where}, memory while ${path} streams`,
    value: Math.round(most - before),
    goal: 100,
    unit: 'MB',
    ok: most - before <= 100,
  }
}

/**
 * Lists of a million rows (BENCH_ROWS) over HTTP: pages of the window, by cursor and from the end, orders, filters,
 * days and searches, and the whole as a stream. With
 * DATABASE_URL on PostgreSQL, else embedded. BENCH_KEEP=1 keeps the database, BENCH_STREAMS=0 leaves the streams out,
 * =only measures nothing else. BENCH_ASK=words asks only the questions of screens that have these words.
 */
export async function benchLists(): Promise<Check[]> {
  const api = await startApi(rows, log)
  try {
    if (process.env.BENCH_ASK !== undefined) return await measureQuestions(api)
    const metas = new Map<Path, Meta>()
    for (const path of paths) metas.set(path, (await get(api, { path, query: { page: 1 } })).meta)
    const metaOf = (path: Path): Meta => metas.get(path) ?? { total: 0 }
    const anywhere = (): ListRequest => {
      const path = pick(paths)
      return { path, query: { sort: anySort(path, metaOf(path)), page: anyPage(metaOf(path)) } }
    }
    const checks: Check[] = []
    for (const path of process.env.BENCH_STREAMS === '0' ? [] : paths)
      checks.push(await stream(api, path), await stream(api, `${path}.csv`))
    if (process.env.BENCH_STREAMS === 'only') return checks
    checks.push(
      await measure(api, 'first page, any order', 200, () => {
        const path = pick(paths)
        return { path, query: { sort: anySort(path, metaOf(path)) } }
      }),
    )
    checks.push(await measure(api, 'any page of the window, any order', 400, anywhere))
    checks.push(await measureCursors(api))
    checks.push(
      await measure(api, 'last page, any order', 100, () => {
        const path = pick(paths)
        return { path, query: { sort: anySort(path, metaOf(path)), page: 'last' } }
      }),
    )
    checks.push(
      await measureFiltered(
        api,
        'any page of the window of a status',
        bookingStatuses.map((status) => ({ path: '/admin/user/rides', query: { status } })),
        30,
      ),
    )
    checks.push(
      await measureFiltered(
        api,
        'any page of the window of a verification',
        [
          ...['true', 'false'].flatMap((verified): ListRequest[] =>
            ['Pending', ''].map((reverify_status) => ({
              path: '/admin/drivers',
              query: { verified, reverify_status },
            })),
          ),
          ...['true', 'false'].map((verified): ListRequest => ({ path: '/admin/drivers', query: { verified } })),
          { path: '/admin/drivers', query: { reverify_status: 'Approved' } },
        ],
        25,
      ),
    )
    checks.push(
      await measureFiltered(
        api,
        'any page of a day',
        paths.flatMap((path) =>
          [0, 1, 7, 30, 100].map((ago) => ({ path, query: { date: day(ago), tz: 'America/Chicago' } })),
        ),
        12,
      ),
    )
    checks.push(...(await measureSearches(api)), ...(await measureQuestions(api)))
    checks.push(...(await measureIndexes(api)))
    return checks
  } finally {
    await api.stop()
    await api.drop()
  }
}
