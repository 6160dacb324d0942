import { loadavg } from 'node:os'
import { join } from 'node:path'
import { admin } from '../../e2e/harness/backend.ts'
import { startApiNode } from '../../e2e/harness/api-nodes.ts'
import { takePorts } from '../../e2e/harness/ports.ts'
import { median, ratio, ratioAtLeast, type Check } from '../check.ts'
import { startHelper, type Helper } from './processes.ts'
import { makeScratch, makeSenders, type Sender } from './scratch.ts'
import type { Times } from './times.ts'
import { watchSql, type Statement } from './watch-sql.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const here = (file: string) => join(import.meta.dirname, file)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const only = process.env.BENCH_ONLY?.split(',')
const lines = 32
const chatting = 600
const inFlight = 48
const listPath = '/api/v1/admin/drivers?page=1&page_size=50'

const tell = (what: string, { perSecond, p50, p95, p99, good, refused, failed }: Times) =>
  say(`${what.padEnd(44)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50.toFixed(1)}  p95 ${p95.toFixed(1)}  p99 ${p99.toFixed(1)} ms  (${good} good${refused ? `, ${refused} refused` : ''}${failed ? `, ${failed} failed or late` : ''})`)

/** Each in turn, again and again, so that what else the machine does meets all alike; the median round of each. */
async function inTurn<Name extends string>(acts: Record<Name, () => Promise<Times>>): Promise<Record<Name, number>> {
  const names = Object.keys(acts) as Name[]
  const found = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const times = await acts[name]()
      tell(name, times)
      found.get(name)?.push(times.perSecond)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(found.get(name) ?? [])])) as Record<Name, number>
}

type Stage = { apiUrl: string; token: string; databaseUrl: string; load: Helper; reference: Helper; senders: Sender[]; statements: Statement[]; memory: () => Promise<Memory> }
type Memory = { kept: number; rss: number }

async function benchList({ apiUrl, token, databaseUrl, load, reference, statements }: Stage): Promise<Check[]> {
  const bare = await reference.ask<string>('list', { statements, databaseUrl })
  say(`the list's SQL: ${statements.length} statements`)
  const headers = { authorization: `Bearer ${token}` }
  const ours = 'a page of 50 drivers, authenticated'
  const theirs = 'bare Fastify, the same SQL'
  const found = await inTurn({
    [ours]: () => load.ask<Times>('calls', { url: apiUrl + listPath, headers, lines, seconds }),
    [theirs]: () => load.ask<Times>('calls', { url: `${bare}/list`, lines, seconds }),
  })
  return [ratioAtLeast('authenticated 50-row list ÷ bare Fastify with the same SQL', (found[ours] ?? 0) / (found[theirs] ?? 1), 0.8)]
}

async function benchOverload({ apiUrl, token, load }: Stage): Promise<Check[]> {
  const headers = { authorization: `Bearer ${token}` }
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const capacity = await load.ask<Times>('calls', { url: apiUrl + listPath, headers, lines: 64, seconds })
    tell('as many lists as it can', capacity)
    const flood = await load.ask<Times>('arrivals', { url: apiUrl + listPath, headers, rate: 2 * capacity.perSecond, seconds, within: 1000 })
    tell('twice as many arrive', flood)
    ratios.push(flood.perSecond / capacity.perSecond)
  }
  return [ratioAtLeast('goodput at twice the capacity ÷ capacity (answered within 1 s)', median(ratios), 0.85)]
}

async function benchChat({ apiUrl, databaseUrl, reference, senders }: Stage): Promise<Check[]> {
  const [toOurs, toBare] = [await startHelper(here('load.ts')), await startHelper(here('load.ts'))]
  try {
    const tokens = senders.map(({ token }) => token)
    await toOurs.ask('connect', { url: apiUrl, tokens })
    await toBare.ask('connect', { url: await reference.ask<string>('sockets'), tokens })
    const [ours, ack, commit] = ['a message stored and acknowledged', 'bare socket.io acknowledges', 'bare commits'] as const
    const found = await inTurn({
      [ours]: () => toOurs.ask<Times>('messages', { senders, lines: inFlight, seconds }),
      [ack]: () => toBare.ask<Times>('messages', { senders, lines: inFlight, seconds }),
      [commit]: () => reference.ask<Times>('commits', { databaseUrl, lines: inFlight, seconds }),
    })
    return [ratioAtLeast('chat message stored and acknowledged ÷ the slower of a bare ack and a bare commit', found[ours] / Math.min(found[ack], found[commit]), 0.5)]
  } finally {
    for (const helper of [toOurs, toBare]) helper.stop()
  }
}

async function benchMemory({ apiUrl, reference, senders, memory }: Stage): Promise<Check[]> {
  const bare = await reference.ask<string>('sockets')
  const grown = async (url: string, read: () => Promise<Memory>) => {
    const each: number[] = []
    const clients = await startHelper(here('load.ts'))
    // The first ones make what is made once.
    await clients.ask('connect', { url, tokens: senders.slice(0, 100).map(({ token }) => token) })
    const before = await read()
    const many = [...senders, ...senders, ...senders].map(({ token }) => token)
    await clients.ask('connect', { url, tokens: many })
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const after = await read()
    each.push((after.kept - before.kept) / many.length)
    say(`${url === bare ? 'bare socket.io' : 'the API'}: ${(((after.kept - before.kept) / many.length) / 1024).toFixed(1)} KB kept per socket, ${(((after.rss - before.rss) / many.length) / 1024).toFixed(1)} KB of RSS, over ${many.length} sockets`)
    await clients.ask('disconnect')
    clients.stop()
    return median(each)
  }
  const theirs = await grown(bare, () => reference.ask<Memory>('memory'))
  return [ratio('memory per socket ÷ bare socket.io', (await grown(apiUrl, memory)) / theirs, 1.3)]
}

async function benchSignIn({ apiUrl, load, reference }: Stage): Promise<Check[]> {
  const [ours, theirs] = ['a sign-in', 'bare argon2id'] as const
  const found = await inTurn({
    [ours]: () => load.ask<Times>('calls', { url: `${apiUrl}/api/v1/user/auth/admin-login`, headers: { 'content-type': 'application/json' }, body: JSON.stringify(admin), lines: 4, seconds }),
    [theirs]: () => reference.ask<Times>('passwords', { lines: 4, seconds }),
  })
  return [ratioAtLeast('sign-in ÷ bare argon2id of the same cost', found[ours] / found[theirs], 0.95)]
}

const parts = { list: benchList, chat: benchChat, 'sign-in': benchSignIn, overload: benchOverload, memory: benchMemory }

/**
 * The API on PostgreSQL (DATABASE_URL, a database of its own there) compared with the same libraries without it, in turn, in one run.
 * BENCH_ONLY=list,chat,sign-in,overload,memory measures some; BENCH_SECONDS of a round (4), BENCH_ROUNDS (3); BENCH_PROFILE=FOLDER has the API leave its CPU profile there.
 */
export async function benchServer(): Promise<Check[]> {
  const scratch = await makeScratch('server')
  const watched = await watchSql(scratch.url)
  const env = { DATA_DIR: scratch.folder, DEMO_ROWS: '2000', REDIS_PREFIX: `${scratch.name}:`, ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }) }
  const [port, reports] = [await takePorts(), here('report-memory.mjs')]
  const profile = process.env.BENCH_PROFILE ? ['--cpu-prof', '--cpu-prof-dir', process.env.BENCH_PROFILE] : []
  const helpers: Helper[] = []
  try {
    // The list's SQL, as the API asks it when it has been asked before.
    const watchedNode = await startApiNode(port, { ...env, DATABASE_URL: watched.url })
    const signIn = async (url: string) => {
      const response = await fetch(`${url}/api/v1/user/auth/admin-login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(admin) })
      return ((await response.json()) as { data: { token: string } }).data.token
    }
    const token = await signIn(watchedNode.url)
    const askList = async () => (await fetch(watchedNode.url + listPath, { headers: { authorization: `Bearer ${token}` } })).text()
    for (let n = 0; n < 3; n += 1) await askList()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    watched.take()
    await askList()
    const statements = watched.take().filter(({ text }) => !text.includes('"sessions"'))
    await watchedNode.stop()
    const senders = await makeSenders(scratch, chatting)
    const node = await startApiNode(port, { ...env, DATABASE_URL: scratch.url }, ['--expose-gc', '--import', reports, ...profile])
    try {
      helpers.push(await startHelper(here('load.ts')), await startHelper(here('reference.ts'), ['--expose-gc']))
      const [load, reference] = helpers as [Helper, Helper]
      const stage: Stage = { apiUrl: node.url, token, databaseUrl: scratch.url, load, reference, senders, statements, memory: () => node.ask<Memory>('memory') }
      const checks: Check[] = []
      for (const [name, part] of Object.entries(parts)) if (!only || only.includes(name)) checks.push(...(await part(stage)))
      say(`load of this machine at the end: ${loadavg().map((load) => load.toFixed(1)).join(' ')}`)
      return checks
    } finally {
      await node.stop()
    }
  } finally {
    for (const helper of helpers) helper.stop()
    watched.close()
    await scratch.drop()
  }
}
