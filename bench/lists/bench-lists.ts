import { atMost, type Check } from '../check.ts'
import { startApi, type Api } from './start-api.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const pageSize = 50
const goal = process.env.DATABASE_URL ? 50 : 150
const where = process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'

const lists = {
  '/admin/drivers': ['full_name', 'createdAt', 'is_driver_profile_approved', 'reverify_status', 'stripe_connect_id'],
  '/admin/users': ['full_name', 'createdAt', 'phone', 'email'],
  '/admin/driver/rides': ['driver.full_name', 'source.address', 'destination.address', 'createdAt', 'ride_time', 'amount', 'passenger_capacity'],
  '/admin/user/rides': ['user.full_name', 'ride.source.address', 'ride.destination.address', 'driver.full_name', 'createdAt', 'ride.ride_time', 'ride.amount', 'status'],
}
const bookingStatuses = ['Accepted', 'Rejected', 'Pending', 'Canceled', 'Completed', 'Started']
type Path = keyof typeof lists
const paths = Object.keys(lists) as Path[]

type Query = Record<string, string | number>
type Ask = { path: Path; query: Query }
type Answer = { ms: number; total: number; estimated: boolean; rows: { _id: string; createdAt: string }[] }

const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const anySort = (path: Path) => `${Math.random() < 0.5 ? '-' : ''}${pick(lists[path])}`
const anyPage = (total: number) => 1 + Math.floor(Math.random() * Math.max(1, Math.ceil(total / pageSize)))

async function call({ url, token }: Api, path: string): Promise<{ ms: number; text: string }> {
  const from = performance.now()
  const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  const ms = performance.now() - from
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return { ms, text }
}

async function get(api: Api, { path, query }: Ask): Promise<Answer> {
  const search = new URLSearchParams(Object.entries({ page_size: pageSize, ...query }).map(([name, value]) => [name, String(value)]))
  const { ms, text } = await call(api, `${path}?${search}`)
  const { data, meta } = JSON.parse(text) as { data: Answer['rows']; meta: { total: number; estimated?: boolean } }
  return { ms, total: meta.total, estimated: meta.estimated === true, rows: data }
}

function report(kind: string, times: { ms: number; ask?: Ask }[]): number {
  const sorted = [...times].sort((a, b) => a.ms - b.ms)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]?.ms ?? NaN
  say(`${kind.padEnd(46)} ${String(times.length).padStart(4)} requests  p50 ${at(0.5).toFixed(1)}  p95 ${at(0.95).toFixed(1)}  p99 ${at(0.99).toFixed(1)}  most ${at(1).toFixed(1)} ms`)
  for (const { ms, ask } of sorted.slice(-2)) if (ms > goal && ask) say(`    ${ms.toFixed(0)} ms: ${ask.path} ${JSON.stringify(ask.query)}`)
  return at(0.95)
}

/** Asks one after the other; each kind of question is a row of the report. */
async function measure(api: Api, kind: string, count: number, next: (n: number) => Ask): Promise<Check> {
  const times: { ms: number; ask: Ask }[] = []
  for (let n = 0; n < count; n += 1) {
    const ask = next(n)
    times.push({ ms: (await get(api, ask)).ms, ask })
  }
  return atMost(`${rows.toLocaleString('en')} rows on ${where}, ${kind}, p95`, report(kind, times), goal)
}

async function measureDashboard(api: Api): Promise<Check> {
  const times: { ms: number }[] = []
  for (let n = 0; n < 40; n += 1) times.push(await call(api, '/admin/dashboard/analysis?tz=America/Chicago'))
  return atMost(`${rows.toLocaleString('en')} rows on ${where}, the dashboard, p95`, report('the dashboard', times), goal)
}

/** A page anywhere among what a filter keeps. */
async function measureFiltered(api: Api, kind: string, asks: Ask[], each: number): Promise<Check> {
  const totals = new Map<Ask, number>()
  for (const ask of asks) totals.set(ask, (await get(api, ask)).total)
  return measure(api, kind, asks.length * each, () => {
    const ask = pick(asks)
    return { path: ask.path, query: { ...ask.query, sort: anySort(ask.path), page: anyPage(totals.get(ask) ?? 0) } }
  })
}

async function measureNeedles(api: Api): Promise<Check[]> {
  const names = (await get(api, { path: '/admin/users', query: { sort: 'phone', page: 40 } })).rows as unknown as { full_name: string; email: string; phone: string }[]
  const words = names.flatMap(({ full_name, email, phone }) => [full_name, email, email.slice(3, 12), phone.slice(-8), full_name.slice(0, 5), full_name.slice(-4), full_name.slice(1, 3), full_name.slice(0, 1)])
  const needles = [...words, 'a', 'an', 'zq', 'son', 'maria', 'example', '555', 'zzqx', 'xylophone']
  const ask = (): Ask => {
    const path = pick(paths)
    return { path, query: { q: pick(needles), sort: anySort(path) } }
  }
  const first = await measure(api, 'first page of a search, any order', 200, ask)
  const asks = ['a', 'maria', 'son', 'chen', 'garcia', 'an'].flatMap((q) => [{ path: pick(paths), query: { q, sort: '-createdAt' } }])
  const totals = new Map<Ask, number>()
  for (const one of asks) {
    let answer = await get(api, one)
    for (const until = Date.now() + 60_000; answer.estimated && Date.now() < until;) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      answer = await get(api, one)
    }
    totals.set(one, answer.total)
  }
  const deep = await measure(api, 'any page of a search that has been counted', 150, () => {
    const one = pick(asks)
    return { path: one.path, query: { ...one.query, page: anyPage(totals.get(one) ?? 0) } }
  })
  return [first, deep]
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
  say(`${path.padEnd(46)} ${(bytes / 1e6).toFixed(0)} MB in ${((performance.now() - from) / 1000).toFixed(1)} s, memory ${before.toFixed(0)} → ${most.toFixed(0)} MB`)
  return { name: `${rows.toLocaleString('en')} rows on ${where}, memory while ${path} streams`, value: Math.round(most - before), goal: 100, unit: 'MB', ok: most - before <= 100 }
}

/**
 * Lists of a million rows (BENCH_ROWS) over HTTP: any page, order, filter and search, and the whole as a stream. With DATABASE_URL
 * on PostgreSQL, else embedded. BENCH_KEEP=1 keeps the database, BENCH_STREAMS=0 leaves the streams out, =only measures nothing else.
 */
export async function benchLists(): Promise<Check[]> {
  const api = await startApi(rows, say)
  try {
    const totals = new Map<Path, number>()
    for (const path of paths) totals.set(path, (await get(api, { path, query: { page: 1 } })).total)
    const anywhere = (): Ask => {
      const path = pick(paths)
      return { path, query: { sort: anySort(path), page: anyPage(totals.get(path) ?? 0) } }
    }
    await measure(api, 'right after the start: any page, any order', 100, anywhere)
    const checks: Check[] = []
    for (const path of process.env.BENCH_STREAMS === '0' ? [] : paths) checks.push(await stream(api, path), await stream(api, `${path}.csv`))
    if (process.env.BENCH_STREAMS === 'only') return checks
    const from = Date.now()
    await api.quiet()
    say(`learned the orders in ${((Date.now() - from) / 1000).toFixed(0)} s`)
    checks.push(await measure(api, 'first page, any order', 200, () => {
      const path = pick(paths)
      return { path, query: { sort: anySort(path) } }
    }))
    checks.push(await measure(api, 'any page, any order', 400, anywhere))
    checks.push(await measureFiltered(api, 'any page of a status', bookingStatuses.map((status) => ({ path: '/admin/user/rides', query: { status } })), 30))
    checks.push(await measureFiltered(api, 'any page of a verification', [
      ...['true', 'false'].flatMap((verified): Ask[] => ['Pending', ''].map((reverify_status) => ({ path: '/admin/drivers', query: { verified, reverify_status } }))),
      ...['true', 'false'].map((verified): Ask => ({ path: '/admin/drivers', query: { verified } })),
      { path: '/admin/drivers', query: { reverify_status: 'Approved' } },
    ], 25))
    checks.push(await measureFiltered(api, 'any page of a day', paths.flatMap((path) => [0, 1, 7, 30, 100].map((ago) => ({ path, query: { date: day(ago), tz: 'America/Chicago' } }))), 12))
    checks.push(await measureDashboard(api), ...(await measureNeedles(api)))
    return checks
  } finally {
    await api.stop()
    await api.drop()
  }
}
