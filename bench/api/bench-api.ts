import { loadavg } from 'node:os'
import { join } from 'node:path'
import { admin } from '../../e2e/harness/backend/backend.ts'
import { startApiNode } from '../../e2e/harness/product/api-nodes.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { median, ratio, ratioAtLeast, type Check } from '../check.ts'
import { startHelper, type Helper } from './processes.ts'
import { makeScratch, makeSenders, type Sender } from './scratch.ts'
import type { Times } from './times.ts'
import { watchSql, type Statement } from './watch-sql.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const here = (file: string) => join(import.meta.dirname, file)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const only = process.env.BENCH_ONLY?.split(',')
const lines = 32
// A person may write 120 messages a minute: so many that nobody is refused, and one for each socket whose memory is
// measured.
const people = 5000
const chatting = 1500
const warmUpSeconds = 1
// Sockets of each side: what is made once is made for the first ones, then one step after the other is measured.
const firstSockets = 1000
const socketsOfAStep = 1000
const socketSteps = 4
const inFlight = 48
// So many times as long is a round of sign-ins: there are some twenty in a second, and the last ones have the
// processors to themselves.
const signInRound = 3
const listPath = '/api/v1/admin/drivers?page=1&page_size=50'

/** A time of another process comes as null when nothing was answered: JSON has no NaN. */
const msText = (ms: number | null) => (ms === null || Number.isNaN(ms) ? '–' : ms.toFixed(1))

const logTimes = (what: string, { perSecond, p50, p95, p99, good, refused, failed, cpu }: Times) =>
  log(
    `${what.padEnd(44)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${msText(p50)}  p95 ${msText(p95)}  p99 ${msText(p99)} ms  (${good} good${refused ? `, ${refused} refused` : ''}${failed ? `, ${failed} failed or late` : ''}; ${(cpu * 100).toFixed(0)} % of a core for the load)`,
  )

/**
 * The middle one, said with the lowest and the highest: how far the rounds are apart is how much the figure is worth.
 */
function middleOf(what: string, values: number[]): number {
  const middle = median(values)
  log(
    `${what}: ${middle.toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} over ${values.length})`,
  )
  return middle
}

/**
 * Measures ours and the bare ones alternately in many rounds, each round in another order, so that other load of the
 * machine affects all equally; a first second of each does not count. Returns the median of the rounds' ratios of ours
 * to the slowest bare one.
 */
async function alternatingRatio(
  ours: () => Promise<Times>,
  bare: Record<string, () => Promise<Times>>,
  what: { ours: string; ratio: string },
  warmUp: () => Promise<unknown>,
): Promise<number> {
  const acts = Object.entries({ [what.ours]: ours, ...bare })
  await warmUp()
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const found: Record<string, number> = {}
    for (let at = 0; at < acts.length; at += 1) {
      const [name, act] = acts[(round + at) % acts.length] ?? []
      if (!name || !act) continue
      const times = await act()
      logTimes(name, times)
      found[name] = times.perSecond
    }
    ratios.push((found[what.ours] ?? 0) / Math.min(...Object.keys(bare).map((name) => found[name] ?? 0)))
  }
  return middleOf(what.ratio, ratios)
}

type Stage = {
  apiUrl: string
  token: string
  databaseUrl: string
  load: Helper
  reference: Helper
  senders: Sender[]
  statements: Statement[]
  memory: () => Promise<MemoryReading>
}
type MemoryReading = { heapBytes: number }

async function benchList({ apiUrl, token, databaseUrl, load, reference, statements }: Stage): Promise<Check[]> {
  const bare = await reference.request<string>('list', { statements, databaseUrl })
  log(`the list's SQL: ${statements.length} statements`)
  const headers = { authorization: `Bearer ${token}` }
  const ours = 'a page of 50 drivers, authenticated'
  const theirs = 'bare Fastify, the same SQL'
  const requestOurs = (seconds: number) =>
    load.request<Times>('calls', { url: apiUrl + listPath, headers, lines, seconds })
  const requestBare = (seconds: number) => load.request<Times>('calls', { url: `${bare}/list`, lines, seconds })
  const found = await alternatingRatio(
    () => requestOurs(seconds),
    { [theirs]: () => requestBare(seconds) },
    { ours, ratio: 'list ÷ bare' },
    async () => [await requestOurs(warmUpSeconds), await requestBare(warmUpSeconds)],
  )
  return [ratioAtLeast('authenticated 50-row list ÷ bare Fastify with the same SQL', found, 0.8)]
}

async function benchOverload({ apiUrl, token, load }: Stage): Promise<Check[]> {
  const headers = { authorization: `Bearer ${token}` }
  const ratios: number[] = []
  await load.request<Times>('calls', { url: apiUrl + listPath, headers, lines: 64, seconds: warmUpSeconds })
  for (let round = 0; round < rounds; round += 1) {
    const capacity = await load.request<Times>('calls', { url: apiUrl + listPath, headers, lines: 64, seconds })
    logTimes('as many lists as it can', capacity)
    const flood = await load.request<Times>('arrivals', {
      url: apiUrl + listPath,
      headers,
      rate: 2 * capacity.perSecond,
      seconds,
      within: 1000,
    })
    logTimes('twice as many arrive', flood)
    ratios.push(flood.perSecond / capacity.perSecond)
  }
  return [
    ratioAtLeast(
      'goodput at twice the capacity ÷ capacity (answered within 1 s)',
      middleOf('goodput ÷ capacity', ratios),
      0.85,
    ),
  ]
}

async function benchChat({ apiUrl, databaseUrl, reference, senders: all }: Stage): Promise<Check[]> {
  const senders = all.slice(0, chatting)
  const [toOurs, toBare] = [await startHelper(here('load.ts')), await startHelper(here('load.ts'))]
  try {
    const tokens = senders.map(({ token }) => token)
    await toOurs.request('connect', { url: apiUrl, tokens })
    await toBare.request('connect', { url: await reference.request<string>('sockets'), tokens })
    const ours = (seconds: number) => toOurs.request<Times>('messages', { senders, lines: inFlight, seconds })
    const ack = (seconds: number) => toBare.request<Times>('messages', { senders, lines: inFlight, seconds })
    const commit = (seconds: number) => reference.request<Times>('commits', { databaseUrl, lines: inFlight, seconds })
    const found = await alternatingRatio(
      () => ours(seconds),
      { 'bare socket.io acknowledges': () => ack(seconds), 'bare commits': () => commit(seconds) },
      { ours: 'a message stored and acknowledged', ratio: 'chat ÷ the slower bare one' },
      async () => [await ours(warmUpSeconds), await ack(warmUpSeconds), await commit(warmUpSeconds)],
    )
    return [
      ratioAtLeast('chat message stored and acknowledged ÷ the slower of a bare ack and a bare commit', found, 0.5),
    ]
  } finally {
    for (const helper of [toOurs, toBare]) helper.stop()
  }
}

/**
 * The memory that each further socket takes: measured after a garbage collection, as the difference between one
 * thousand sockets and the next.
 */
async function benchMemory({ apiUrl, reference, senders, memory }: Stage): Promise<Check[]> {
  const sides = [
    { name: 'the API', url: apiUrl, read: memory },
    {
      name: 'bare socket.io',
      url: await reference.request<string>('sockets'),
      read: () => reference.request<MemoryReading>('memory'),
    },
  ]
  const tokens = Array.from(
    { length: firstSockets + socketSteps * socketsOfAStep },
    (_, at) => senders[at % senders.length]?.token ?? '',
  )
  const started = await Promise.all(
    sides.map(async (side) => ({
      ...side,
      clients: await startHelper(here('load.ts')),
      heapBytes: 0,
      steps: [] as number[],
    })),
  )
  try {
    for (let step = 0; step <= socketSteps; step += 1) {
      const [from, until] = [
        step === 0 ? 0 : firstSockets + (step - 1) * socketsOfAStep,
        firstSockets + step * socketsOfAStep,
      ]
      for (const side of started) {
        await side.clients.request('connect', { url: side.url, tokens: tokens.slice(from, until) })
        // What a connection begins, and the end of those of other measurements, is over by then.
        await new Promise((resolve) => setTimeout(resolve, step === 0 ? 6000 : 2000))
        const { heapBytes } = await side.read()
        if (step > 0) side.steps.push((heapBytes - side.heapBytes) / (until - from) / 1024)
        side.heapBytes = heapBytes
      }
    }
    const [ours, theirs] = started.map(({ name, steps }) => middleOf(`KB that ${name} keeps for a socket more`, steps))
    return [ratio('memory per socket ÷ bare socket.io', (ours ?? NaN) / (theirs ?? NaN), 1.3)]
  } finally {
    for (const { clients } of started) clients.stop()
  }
}

async function benchSignIn({ apiUrl, databaseUrl, load, reference }: Stage): Promise<Check[]> {
  const [ours, theirs] = ['a sign-in', 'bare argon2id'] as const
  const longRound = signInRound * seconds
  const signIn = (seconds: number) =>
    load.request<Times>('longCalls', {
      url: `${apiUrl}/api/v1/user/auth/admin-login`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
      lines: 4,
      seconds,
    })
  const hash = (seconds: number) => reference.request<Times>('passwords', { databaseUrl, ...admin, lines: 4, seconds })
  const found = await alternatingRatio(
    () => signIn(longRound),
    { [theirs]: () => hash(longRound) },
    { ours, ratio: 'sign-in ÷ bare' },
    async () => [await signIn(warmUpSeconds), await hash(warmUpSeconds)],
  )
  return [ratioAtLeast('sign-in ÷ bare argon2id of the same cost', found, 0.95)]
}

const parts = { list: benchList, chat: benchChat, 'sign-in': benchSignIn, overload: benchOverload, memory: benchMemory }

/**
 * The API on PostgreSQL (DATABASE_URL, a database of its own there) compared with the same libraries without it, in
 * turn, in one run. BENCH_ONLY=list,chat,sign-in,overload,memory measures some; BENCH_SECONDS of a round (2; of
 * sign-ins three times that), BENCH_ROUNDS (7: many short ones, so that what else the machine does meets all alike);
 * BENCH_PROFILE=FOLDER has the API leave its CPU profile there.
 */
export async function benchApi(): Promise<Check[]> {
  const scratch = await makeScratch('server')
  const watched = await watchSql(scratch.url)
  const env = {
    DATA_DIR: scratch.folder,
    DEMO_ROWS: '2000',
    REDIS_PREFIX: `${scratch.name}:`,
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
  }
  const [port, reports] = [await takePorts(), here('report-memory.ts')]
  const profile = process.env.BENCH_PROFILE ? ['--cpu-prof', '--cpu-prof-dir', process.env.BENCH_PROFILE] : []
  const helpers: Helper[] = []
  try {
    // The list's SQL, as the API asks it when it has been asked before.
    const watchedNode = await startApiNode(port, { ...env, DATABASE_URL: watched.url })
    const signIn = async (url: string) => {
      const response = await fetch(`${url}/api/v1/user/auth/admin-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(admin),
      })
      return ((await response.json()) as { data: { token: string } }).data.token
    }
    const token = await signIn(watchedNode.url)
    const requestList = async () =>
      (await fetch(watchedNode.url + listPath, { headers: { authorization: `Bearer ${token}` } })).text()
    for (let n = 0; n < 3; n += 1) await requestList()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    watched.take()
    await requestList()
    const statements = watched.take().filter(({ text }) => !text.includes('"sessions"'))
    await watchedNode.stop()
    const senders = await makeSenders(scratch, people)
    const node = await startApiNode(port, { ...env, DATABASE_URL: scratch.url }, [
      '--expose-gc',
      '--import',
      'tsx',
      '--import',
      reports,
      ...profile,
    ])
    try {
      helpers.push(await startHelper(here('load.ts')), await startHelper(here('reference.ts'), ['--expose-gc']))
      const [load, reference] = helpers as [Helper, Helper]
      const stage: Stage = {
        apiUrl: node.url,
        token,
        databaseUrl: scratch.url,
        load,
        reference,
        senders,
        statements,
        memory: () => node.request<MemoryReading>('memory'),
      }
      const checks: Check[] = []
      for (const [name, part] of Object.entries(parts))
        if (!only || only.includes(name)) checks.push(...(await part(stage)))
      log(
        `load of this machine at the end: ${loadavg()
          .map((load) => load.toFixed(1))
          .join(' ')}`,
      )
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
