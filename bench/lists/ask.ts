import { loadavg } from 'node:os'
import { atMost, median, percentile, type Check } from '../check.ts'
import { drawFrom } from '../draw.ts'

export const log = (line: string) => void process.stdout.write(`${line}\n`)
export const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
export const pageSize = 50
/** The time that screens other than lists may take; on the embedded database all. */
const ofScreens = process.env.DATABASE_URL ? 50 : 150
/** The time that the classes of questions to a list may take on PostgreSQL (decision 078). */
export const classes = { A: 150, B: 1000 }
export const where = `${rows.toLocaleString('en')} rows on ${process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'}`

/** The questions and their order follow from it: BENCH_SEED asks the same again. */
export const seed = Number(process.env.BENCH_SEED ?? Math.floor(Math.random() * 1e6))
export const { below, pick } = drawFrom(seed)

export type Api = { url: string; token: string }
export type Query = Record<string, string | number>
export type Meta = { total: number; next?: string; previous?: string }
/** A path with its query; one with a body is posted. */
export type Question = { path: string; body?: object }

export const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
export const withQuery = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
/** One page of a list. */
export const pageOf = (path: string, query: Query): Question => ({
  path: withQuery(path, { page_size: pageSize, ...query }),
})

/** Asks one question; throws for what is answered with neither 200 nor, since it took too long, `too-broad`. */
export async function call({ url, token }: Api, { path, body }: Question): Promise<{ ms: number; text: string }> {
  const from = performance.now()
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const ms = performance.now() - from
  if (response.status !== 200 && !isTooBroad(text))
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return { ms, text }
}

const isTooBroad = (text: string) => text.includes('"code":"too-broad"')

/** The answer, read. The first to need a table finds it on the disk: what took too long is asked three times. */
export async function ask<Data>(api: Api, question: Question, times = 3): Promise<{ data: Data; meta: Meta }> {
  const { text, ms } = await call(api, question)
  if (!isTooBroad(text)) return JSON.parse(text) as { data: Data; meta: Meta }
  log(`Refused as too broad after ${ms.toFixed(0)} ms, before anything is measured: ${question.path}`)
  if (times === 1) throw new Error(`${question.path} is refused as too broad`)
  return ask(api, question, times - 1)
}

/**
 * Asks one after the other; each kind of question is a row of the report, with the machine's load. What took longer
 * than the goal is named; a kind with a refused question fails.
 */
export async function measure(
  api: Api,
  kind: string,
  count: number,
  next: () => Question,
  goal = ofScreens,
): Promise<Check> {
  const slowest = { ms: 0, path: '' }
  const times: number[] = []
  let refused = 0
  for (let n = 0; n < count; n += 1) {
    const question = next()
    const { ms, text } = await call(api, question)
    if (isTooBroad(text)) refused += 1
    if (ms > slowest.ms) Object.assign(slowest, { ms, path: question.path })
    times.push(ms)
  }
  const p95 = percentile(times, 0.95)
  const shown = (name: string, ms: number) => `${name} ${ms.toFixed(1).padStart(5)}`
  log(
    `${kind.padEnd(60)} ${String(count).padStart(4)} requests  ${shown('p50', median(times))}  ${shown('p95', p95)}  ${shown('most', slowest.ms)} ms  load ${loadavg()[0]?.toFixed(1)}`,
  )
  if (slowest.ms > goal) log(`    ${slowest.ms.toFixed(0)} ms: ${slowest.path.slice(0, 150)}`)
  if (refused > 0) log(`    ${refused} refused as too broad`)
  return atMost(`${where}, ${kind}, p95`, refused > 0 ? Infinity : p95, goal)
}
