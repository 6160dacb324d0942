import { loadavg } from 'node:os'
import { startApiNode } from '../../e2e/harness/product/api-nodes.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { run } from '../../e2e/harness/product/product.ts'
import { atMost, type Check } from '../check.ts'
import { makeScratch, makeSenders } from '../scratch.ts'
import { judge, type Stored } from './judge.ts'
import { Person } from './person.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const people = Number(process.env.BENCH_PEOPLE ?? 1000)
const messages = Number(process.env.BENCH_MESSAGES ?? 10_000)
const failures = Number(process.env.BENCH_FAILURES ?? 50)
const seconds = Number(process.env.BENCH_SECONDS ?? 120)
const screensEach = 3

/**
 * Each kind comes once before any is repeated, so that none is left out; when it comes, and whom it hits, is random.
 */
function shuffled(kinds: string[], count: number): string[] {
  const all: string[] = []
  while (all.length < count) all.push(...[...kinds].sort(() => Math.random() - 0.5))
  return all.slice(0, count)
}

/** A Redis of this bench's own, with nothing on disk. */
async function startRedis(port: number) {
  const server = run('redis-server', ['--port', `${port}`, '--save', '', '--appendonly', 'no'], {})
  await server.printed(/Ready to accept connections/)
  return server
}

/** So many messages, spread over so many seconds, each by the next person; resolves when all are acknowledged. */
async function talk(writers: readonly Person[]): Promise<void> {
  const sends: Promise<void>[] = []
  const from = Date.now()
  while (sends.length < messages) {
    const due = Math.min(messages, Math.ceil(((Date.now() - from) / (seconds * 1000)) * messages))
    while (sends.length < due) {
      const at = sends.length
      const ofPerson = Math.floor(at / people)
      const writer = writers[at % people]
      if (writer) sends.push(writer.send(`bench-${at}`, `message ${ofPerson}`))
    }
    await pause(20)
  }
  await Promise.all(sends)
}

/**
 * 1,000 people who write on 3,000 sockets to one node, while the node, sockets and Redis are killed and cut; then every
 * screen and the database are compared message by message. Needs DATABASE_URL, and redis-server and redis-cli on the
 * path. BENCH_PEOPLE, BENCH_MESSAGES, BENCH_FAILURES, BENCH_SECONDS.
 */
export async function benchChatFailures(): Promise<Check[]> {
  const scratch = await makeScratch('chat-failures')
  const port = await takePorts()
  let redis = await startRedis(port + 1)
  const tellRedis = (...command: string[]) => run('redis-cli', ['-p', `${port + 1}`, ...command], {}).ended
  const node = await startApiNode(port, {
    DATABASE_URL: scratch.url,
    REDIS_URL: `redis://127.0.0.1:${port + 1}`,
    DATA_DIR: scratch.folder,
    DEMO_ROWS: '1',
    LOG_LEVEL: 'fatal',
  })
  const restart = async (signal: 'SIGKILL' | 'SIGTERM') => {
    await node.stop(signal)
    await node.start()
  }
  const screens: Person[] = []
  try {
    // The first screen of each person writes, the others only look.
    const senders = await makeSenders(scratch, people)
    for (let each = 0; each < screensEach; each += 1) screens.push(...senders.map((who) => new Person(who, node.url)))
    const everybodyIsThere = async () => {
      const began = Date.now()
      for (;;) {
        const missing = screens.filter(({ isConnected }) => !isConnected).length
        if (missing === 0) return
        if (Date.now() - began > 300_000)
          throw new Error(`${missing} of ${screens.length} sockets are not connected after five minutes`)
        await pause(200)
      }
    }
    await everybodyIsThere()
    log(`${screens.length} sockets are connected, ${people} people write ${messages} messages`)
    let isOver = false
    const talked = talk(screens).finally(() => (isOver = true))

    const cut = (count: number) => {
      for (let n = 0; n < count; n += 1) screens[Math.floor(Math.random() * screens.length)]?.cut()
    }
    const acts: Record<string, () => unknown> = {
      'node killed': () => restart('SIGKILL'),
      'node told to stop': () => restart('SIGTERM'),
      'sockets cut': () => cut(Math.ceil(screens.length / 20)),
      'one socket cut': () => cut(1),
      'Redis connections killed': async () => {
        for (const type of ['normal', 'pubsub']) await tellRedis('CLIENT', 'KILL', 'TYPE', type)
      },
      'Redis paused': () => tellRedis('CLIENT', 'PAUSE', `${500 + Math.floor(Math.random() * 2500)}`),
      'Redis killed': async () => {
        await redis.stop('SIGKILL')
        await pause(Math.random() * 1500)
        redis = await startRedis(port + 1)
      },
    }
    let [struck, diedByItself] = [0, 0]
    for (const kind of shuffled(Object.keys(acts), failures)) {
      await pause(((seconds * 1000) / failures) * (0.3 + Math.random()))
      await acts[kind]?.()
      struck += isOver ? 0 : 1
      const isWell = await fetch(`${node.url}/healthz`, { signal: AbortSignal.timeout(30_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isWell) continue
      diedByItself += 1
      await restart('SIGKILL')
    }
    await talked
    await everybodyIsThere()
    await Promise.all(screens.map((screen) => screen.resync()))

    const stored = await scratch.sql<Stored>(
      `select "partyId", seq, "clientId", message from messages where "clientId" like 'bench-%' order by "partyId", seq`,
    )
    const verdict = judge(stored, screens, messages)
    const sum = (what: 'connects' | 'resent') => screens.reduce((total, screen) => total + screen[what], 0)
    log(
      `${struck} of ${failures} failures while people wrote; ${sum('connects')} connects, ${sum('resent')} messages sent again on the same connection; load of this machine ${loadavg()[0]?.toFixed(1)}`,
    )
    for (const line of verdict.examples) log(`  ${line}`)
    const none = (what: string, count: number, unit: 'messages' | 'times') =>
      atMost(`${what}, after ${failures} failures in ${messages} messages`, count, 0, unit)
    return [
      none('lost', verdict.lost, 'messages'),
      none('doubled', verdict.doubled, 'messages'),
      none('out of order', verdict.reordered, 'messages'),
      none('the node died by itself', diedByItself, 'times'),
    ]
  } finally {
    for (const screen of screens) screen.leave()
    await node.stop('SIGKILL')
    await redis.stop('SIGKILL')
    await scratch.drop()
  }
}
