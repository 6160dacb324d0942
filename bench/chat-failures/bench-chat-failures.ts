import { loadavg } from 'node:os'
import { join } from 'node:path'
import { startApiNode } from '../../e2e/harness/product/api-nodes.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import type { Check } from '../check.ts'
import { startHelper, type Helper } from '../api/processes.ts'
import { makeScratch, makeSenders } from '../api/scratch.ts'
import { judge, type Screens, type Stored } from './judge.ts'
import { startRedis } from './own-redis.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const people = Number(process.env.BENCH_PEOPLE ?? 1000)
const messages = Number(process.env.BENCH_MESSAGES ?? 10_000)
const failures = Number(process.env.BENCH_FAILURES ?? 50)
const seconds = Number(process.env.BENCH_SECONDS ?? 120)
const groups = 2
const screensEach = 2

/**
 * Each kind comes once before any is repeated, so that none is left out; when it comes, and whom it hits, is random.
 */
function shuffled(kinds: string[], count: number): string[] {
  const all: string[] = []
  while (all.length < count) all.push(...[...kinds].sort(() => Math.random() - 0.5))
  return all.slice(0, count)
}

/**
 * 1,000 people who write on 3,000 sockets to one node, while the node, sockets and Redis are killed and cut; then every
 * screen and the database are compared message by message. Needs DATABASE_URL and a redis-server on the path.
 * BENCH_PEOPLE, BENCH_MESSAGES, BENCH_FAILURES, BENCH_SECONDS.
 */
export async function benchChatFailures(): Promise<Check[]> {
  const scratch = await makeScratch('chat')
  const port = await takePorts()
  const redis = await startRedis(port + 1)
  const helpers: Helper[] = []
  const node = await startApiNode(port, {
    DATABASE_URL: scratch.url,
    REDIS_URL: redis.url,
    DATA_DIR: scratch.folder,
    DEMO_ROWS: '1',
    LOG_LEVEL: 'fatal',
  })
  try {
    const senders = await makeSenders(scratch, people)
    const each = Math.ceil(people / groups)
    const ours = Array.from({ length: groups }, (_, at) => senders.slice(at * each, (at + 1) * each))
    for (const group of ours) {
      const helper = await startHelper(join(import.meta.dirname, 'people.ts'))
      helpers.push(helper)
      await helper.request('arrive', { url: node.url, people: group, screens: group.length * screensEach })
    }
    const sum = async (what: string) =>
      (await Promise.all(helpers.map((helper) => helper.request<number>(what)))).reduce(
        (total, count) => total + count,
        0,
      )
    const everybody = people * (1 + screensEach)
    const everybodyIsThere = async () => {
      while ((await sum('connected')) < everybody) await pause(200)
    }
    await everybodyIsThere()
    log(`${everybody} sockets are connected, ${people} people write ${messages} messages`)
    const talks = Promise.all(
      helpers.map((helper, at) => helper.request('talk', { name: `g${at}`, messages: messages / groups, seconds })),
    )
    let isOver = false
    void talks.finally(() => (isOver = true))

    const tally = new Map<string, number>()
    const acts: Record<string, () => Promise<unknown>> = {
      'node killed': async () => {
        await node.stop('SIGKILL')
        await node.start()
      },
      'node told to stop': async () => {
        await node.stop('SIGTERM')
        await node.start()
      },
      'sockets cut': () =>
        Promise.all(helpers.map((helper) => helper.request('cut', { count: Math.ceil(everybody / 40) }))),
      'one socket cut': () => (helpers[0] as Helper).request('cut', { count: 1 }),
      'Redis connections killed': () =>
        redis.send('CLIENT KILL TYPE normal').then(() => redis.send('CLIENT KILL TYPE pubsub')),
      'Redis paused': () => redis.send(`CLIENT PAUSE ${500 + Math.floor(Math.random() * 2500)}`),
      'Redis killed': async () => {
        await redis.stop()
        await pause(Math.random() * 1500)
        await redis.start()
      },
    }
    const gap = (seconds * 1000) / failures
    let [struck, diedByItself] = [0, 0]
    for (const kind of shuffled(Object.keys(acts), failures)) {
      await pause(gap * (0.3 + Math.random()))
      await acts[kind]?.()
      tally.set(kind, (tally.get(kind) ?? 0) + 1)
      struck += isOver ? 0 : 1
      const isWell = await fetch(`${node.url}/healthz`, { signal: AbortSignal.timeout(30_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isWell) continue
      diedByItself += 1
      await node.stop('SIGKILL')
      await node.start()
    }
    const watch = setInterval(
      () =>
        void Promise.all(helpers.map((helper) => helper.request<object>('progress'))).then((found) =>
          log(JSON.stringify(found)),
        ),
      10_000,
    )
    await talks
    clearInterval(watch)
    await everybodyIsThere()

    const stored = await scratch.sql<Stored>(
      `select "partyId", seq, "clientId", message from messages where "clientId" ~ '^g[0-9]+-' order by "partyId", seq`,
    )
    const screens = await Promise.all(helpers.map((helper) => helper.request<Screens>('screens')))
    const verdict = judge(
      ours.map((group) => group.map(({ senderId }) => senderId)),
      stored,
      screens,
      messages,
    )
    log(`${[...tally].map(([kind, count]) => `${kind} ${count}×`).join(', ')}; ${struck} of them while people wrote`)
    log(
      `${screens.reduce((total, { connects }) => total + connects, 0)} connects, ${screens.reduce((total, { resent }) => total + resent, 0)} messages sent again on the same connection`,
    )
    log(
      `load of this machine at the end: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    )
    for (const line of verdict.examples) log(`  ${line}`)
    const none = (name: string, value: number): Check => ({
      name: `${name}, after ${failures} failures in ${messages} messages`,
      value,
      goal: 0,
      unit: 'messages',
      ok: value === 0,
    })
    return [
      none('lost', verdict.lost),
      none('doubled', verdict.doubled),
      none('out of order', verdict.reordered),
      none('times that the node died by itself', diedByItself),
    ]
  } finally {
    for (const helper of helpers) helper.stop()
    await node.stop('SIGKILL')
    await redis.stop()
    await scratch.drop()
  }
}
