import { loadavg } from 'node:os'
import { atMost, type Check } from '../check.ts'
import type { Api } from './start-api.ts'

export const log = (line: string) => void process.stdout.write(`${line}\n`)
export const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
export const pageSize = 50
export const goal = process.env.DATABASE_URL ? 50 : 150
export const where = process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'

export type Query = Record<string, string | number>
export type Meta = { total: number; window?: number; sortable?: string[]; next?: string; previous?: string }
export type Answer = { ms: number; meta: Meta; rows: { _id: string; createdAt: string }[] }
/** A path with its query; one with a body is posted. */
export type Question = { path: string; body?: object }
type Timed = { ms: number; path: string }

export const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}
export const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
export const withQuery = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`

/** Asks one question; throws for what is not answered with 200. */
export async function call({ url, token }: Api, { path, body }: Question): Promise<{ ms: number; text: string }> {
  const from = performance.now()
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const ms = performance.now() - from
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return { ms, text }
}

/** What is answered as `data`. */
export async function dataOf<Data>(api: Api, question: Question): Promise<Data> {
  return (JSON.parse((await call(api, question)).text) as { data: Data }).data
}

/** One page of a list. */
export async function get(api: Api, { path, query }: { path: string; query: Query }): Promise<Answer> {
  const { ms, text } = await call(api, { path: withQuery(path, { page_size: pageSize, ...query }) })
  const { data, meta } = JSON.parse(text) as { data: Answer['rows']; meta: Meta }
  return { ms, meta, rows: data }
}

/** One row of the report, with the machine's load; what took longer than the goal is named. */
export function report(kind: string, times: Timed[]): Check {
  const sorted = [...times].sort((a, b) => a.ms - b.ms)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]?.ms ?? NaN
  const part = (name: string, of: number) => `${name} ${at(of).toFixed(1).padStart(5)}`
  log(
    `${kind.padEnd(60)} ${String(times.length).padStart(4)} requests  ${part('p50', 0.5)}  ${part('p95', 0.95)}  ${part('most', 1)} ms  load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const { ms, path } of sorted.slice(-2)) if (ms > goal) log(`    ${ms.toFixed(0)} ms: ${path.slice(0, 150)}`)
  return atMost(`${rows.toLocaleString('en')} rows on ${where}, ${kind}, p95`, at(0.95), goal)
}

/** Asks one after the other; each kind of question is a row of the report. */
export async function measure(api: Api, kind: string, count: number, next: () => Question): Promise<Check> {
  const times: Timed[] = []
  for (let n = 0; n < count; n += 1) {
    const question = next()
    times.push({ ms: (await call(api, question)).ms, path: question.path })
  }
  return report(kind, times)
}
