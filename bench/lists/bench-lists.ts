import { atMost, type Check } from '../check.ts'
import { startApi, type Api } from './start-api.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const pageSize = 50
const goal = process.env.DATABASE_URL ? 50 : 150
const where = process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'

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

type Query = Record<string, string | number>
type ListRequest = { path: Path; query: Query }
type Meta = { total: number; window?: number; sortable?: string[]; next?: string; previous?: string }
type Answer = { ms: number; meta: Meta; rows: { _id: string; createdAt: string }[] }

const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
/** The columns that a query can be sorted by: a long one has fewer. */
const sortsOf = (path: Path, { sortable }: Meta) => sortable ?? lists[path]
const anySort = (path: Path, meta: Meta) => `${Math.random() < 0.5 ? '-' : ''}${pick(sortsOf(path, meta))}`
/** A page that is reached by number: any of all rows, or of the window of a long list. */
const anyPage = ({ total, window = total }: Meta) =>
  1 + Math.floor(Math.random() * Math.max(1, Math.ceil(Math.min(window, total) / pageSize)))

async function call({ url, token }: Api, path: string): Promise<{ ms: number; text: string }> {
  const from = performance.now()
  const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  const ms = performance.now() - from
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return { ms, text }
}

async function get(api: Api, { path, query }: ListRequest): Promise<Answer> {
  const search = new URLSearchParams(
    Object.entries({ page_size: pageSize, ...query }).map(([name, value]) => [name, String(value)]),
  )
  const { ms, text } = await call(api, `${path}?${search}`)
  const { data, meta } = JSON.parse(text) as { data: Answer['rows']; meta: Meta }
  return { ms, meta, rows: data }
}

function report(kind: string, times: { ms: number; request?: ListRequest }[]): number {
  const sorted = [...times].sort((a, b) => a.ms - b.ms)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]?.ms ?? NaN
  log(
    `${kind.padEnd(46)} ${String(times.length).padStart(4)} requests  p50 ${at(0.5).toFixed(1)}  p95 ${at(0.95).toFixed(1)}  p99 ${at(0.99).toFixed(1)}  most ${at(1).toFixed(1)} ms`,
  )
  for (const { ms, request } of sorted.slice(-2))
    if (ms > goal && request) log(`    ${ms.toFixed(0)} ms: ${request.path} ${JSON.stringify(request.query)}`)
  return at(0.95)
}

/** Asks one after the other; each kind of question is a row of the report. */
async function measure(api: Api, kind: string, count: number, next: (n: number) => ListRequest): Promise<Check> {
  const times: { ms: number; request: ListRequest }[] = []
  for (let n = 0; n < count; n += 1) {
    const request = next(n)
    times.push({ ms: (await get(api, request)).ms, request })
  }
  return atMost(`${rows.toLocaleString('en')} rows on ${where}, ${kind}, p95`, report(kind, times), goal)
}

/** The search over everything, while somebody types: terms as they grow, and whole ones. */
async function measureRecordSearch(api: Api): Promise<Check> {
  const { rows: people } = await get(api, { path: '/admin/users', query: { sort: 'full_name', page: 40 } })
  const terms = (people as unknown as { full_name: string; email: string; phone: string | null }[]).flatMap(
    ({ full_name, email, phone }) => [
      ...[2, 3, 5, 8].map((length) => full_name.slice(0, length)),
      ...[full_name, full_name.split(' ').reverse().join(' '), email, email.slice(0, 9), email.slice(0, 14)],
      ...(phone === null ? [] : [phone, phone.replace(/[^0-9]/g, '').slice(-7)]),
    ],
  )
  const more = ['maria', 'an', 'zq', 'houston dallas', 'main street', 'zzqx', 'xylophone', 'example']
  const times: { ms: number }[] = []
  for (let n = 0; n < 300; n += 1)
    times.push(await call(api, `/admin/search?q=${encodeURIComponent(pick([...terms, ...more]))}`))
  const kind = 'a search over drivers, users and bookings'
  return atMost(`${rows.toLocaleString('en')} rows on ${where}, ${kind}, p95`, report(kind, times), goal)
}

async function measureDashboard(api: Api): Promise<Check> {
  const times: { ms: number }[] = []
  for (let n = 0; n < 40; n += 1) times.push(await call(api, '/admin/dashboard/analysis?tz=America/Chicago'))
  return atMost(
    `${rows.toLocaleString('en')} rows on ${where}, the dashboard, p95`,
    report('the dashboard', times),
    goal,
  )
}

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

/** What indexes take, those of primary and unique keys too. Embedded it is the same, and is not asked. */
async function measureIndexes(api: Api): Promise<Check[]> {
  const found = await api.indexes()
  if (!found) return []
  log(
    `${found.count} indexes, ${(found.bytes / 1e9).toFixed(2)} GB; of the lists' orders and filters ${(found.listBytes / 1e9).toFixed(2)} GB`,
  )
  return [atMost(`${rows.toLocaleString('en')} rows on ${where}, indexes in all`, found.bytes / 1e6, 1500, 'MB')]
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
 * =only measures nothing else.
 */
export async function benchLists(): Promise<Check[]> {
  const api = await startApi(rows, log)
  try {
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
    checks.push(await measureDashboard(api), ...(await measureSearches(api)), await measureRecordSearch(api))
    checks.push(...(await measureIndexes(api)))
    return checks
  } finally {
    await api.stop()
    await api.drop()
  }
}
